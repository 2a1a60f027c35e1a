import { LoadError } from '#backoffice/kit/page/LoadError.tsx'

import css from './LoadingState.module.css'

type LoadingStateProps = {
  error: Error | null
  onRetry: () => void
  /** A class with the size of the content. Without one, the size of a few lines. */
  shape?: string | undefined
}

/** A part of a page that is loading or that failed to load. The rest of the page stays. */
export const LoadingState = ({ error, onRetry, shape = css.lines }: LoadingStateProps) =>
  error ? <LoadError error={error} onRetry={onRetry} /> : <div className={shape} aria-busy="true" />
