export type ByteRange = { start: number; end: number }

/**
 * The requested range, both ends included. undefined: the whole file is served, also for several ranges or an invalid
 * header. 'unsatisfiable': there is no such range.
 */
export function byteRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.replace(/\s/g, '') ?? '')
  if (!match) return undefined
  const [, first = '', last = ''] = match
  if (first === '') {
    if (last === '') return undefined
    if (Number(last) === 0) return 'unsatisfiable'
    return { start: Math.max(0, size - Number(last)), end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'unsatisfiable' : { start, end }
}
