import { useEffect, useState } from 'react'

/** The delay grows with each attempt. After the last one the image has failed. */
const PAUSES_MS = [2_000, 8_000, 30_000]

/** Spreads the retries of images that failed at the same time. */
const spread = (pause: number) => pause * (0.75 + Math.random() / 2)

const MOST_LOST = 1_000
/** Images that failed permanently. This page does not request them again. */
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
    /** A new key makes the browser load the image again. */
    attempt: failures,
    onError: () => {
      if (failures >= PAUSES_MS.length) lose(file)
      setState({ file, failures: failures + 1, hasFailed: true })
    },
  }
}
