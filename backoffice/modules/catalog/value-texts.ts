const MOST_SHOWN = 80

/** A value of the catalogue, short. */
export function asText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(String).join(', ')
  if (typeof value === 'boolean') return value ? '✓' : '✗'
  if (typeof value === 'object') return Object.values(value).map(asText).join(', ')
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text
}
