import { LoadError } from '#backoffice/kit/page/LoadError.tsx'

import css from './PartAwaited.module.css'

type PartAwaitedProps = {
  error: Error | null
  again: () => void
  /** The class that has the size of what comes. Without it, the size of a few lines. */
  shape?: string | undefined
}

/** A part of a page that is loading or that failed to load. The rest of the page stays. */
export const PartAwaited = ({ error, again, shape = css.lines }: PartAwaitedProps) =>
  error ? <LoadError error={error} again={again} /> : <div className={shape} aria-busy="true" />
