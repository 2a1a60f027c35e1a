import { useEffect, useState } from 'react'

/** A busy server is given more time with each attempt. After the last one the image has failed. */
const PAUSES_MS = [2_000, 8_000, 30_000]

/** Images of one page that failed together are not asked for again together. */
const spread = (pause: number) => pause * (0.75 + Math.random() / 2)

const MOST_LOST = 1_000
/** Images that failed to the end. This document does not ask for them again. */
const lost = new Set<string>()

function lose(file: string) {
  const [oldest] = lost
  if (lost.size >= MOST_LOST && oldest !== undefined) lost.delete(oldest)
  lost.add(file)
}

const startOf = (file: string) => ({
  file,
  failures: lost.has(file) ? PAUSES_MS.length + 1 : 0,
  hasFailed: lost.has(file),
})

/** Asks for an image again a few times if it fails. While it waits and after the last attempt `hasFailed` is true. */
export function useImageRetry(file: string) {
  const [state, setState] = useState(() => startOf(file))
  const { failures, hasFailed } = state.file === file ? state : startOf(file)
  useEffect(() => {
    const pause = PAUSES_MS[failures - 1]
    if (!hasFailed || pause === undefined) return undefined
    const timer = setTimeout(() => setState({ file, failures, hasFailed: false }), spread(pause))
    return () => clearTimeout(timer)
  }, [file, failures, hasFailed])
  return {
    hasFailed,
    /** A new key makes the browser ask again. */
    attempt: failures,
    onError: () => {
      if (failures >= PAUSES_MS.length) lose(file)
      setState({ file, failures: failures + 1, hasFailed: true })
    },
  }
}
