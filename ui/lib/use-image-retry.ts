import { useEffect, useState } from 'react'

/** The delays before the retries. After the last retry the image has failed permanently. */
const PAUSES_MS = [2_000, 8_000, 30_000]

/** Spreads the retries of images that failed at the same time. */
const withJitter = (pause: number) => pause * (0.75 + Math.random() / 2)

const MAX_FAILED = 1_000
/** Images that failed permanently. This page does not request them again. */
const failedFiles = new Set<string>()

function rememberFailed(file: string) {
  const [oldest] = failedFiles
  if (failedFiles.size >= MAX_FAILED && oldest !== undefined) failedFiles.delete(oldest)
  failedFiles.add(file)
}

const initialState = (file: string) => ({
  file,
  failures: failedFiles.has(file) ? PAUSES_MS.length + 1 : 0,
  hasFailed: failedFiles.has(file),
})

/** Requests an image again a few times if it fails. Between the attempts and after the last one `hasFailed` is true. */
export function useImageRetry(file: string) {
  const [state, setState] = useState(() => initialState(file))
  const { failures, hasFailed } = state.file === file ? state : initialState(file)
  useEffect(() => {
    const pause = PAUSES_MS[failures - 1]
    if (!hasFailed || pause === undefined) return undefined
    const timer = setTimeout(
      () => setState({ file, failures, hasFailed: false }),
      withJitter(pause),
    )
    return () => clearTimeout(timer)
  }, [file, failures, hasFailed])
  return {
    hasFailed,
    /** A new key makes the browser load the image again. */
    attempt: failures,
    onError: () => {
      if (failures >= PAUSES_MS.length) rememberFailed(file)
      setState({ file, failures: failures + 1, hasFailed: true })
    },
  }
}
