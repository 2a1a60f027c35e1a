import { LoadError } from '#backoffice/kit/page/LoadError.tsx'

import css from './PartAwaited.module.css'

type PartAwaitedProps = {
  error: Error | null
  again: () => void
  /** A class with the size of the content. Without one, the size of a few lines. */
  shape?: string | undefined
}

/** A part of a page that is loading or that failed to load. The rest of the page stays. */
export const PartAwaited = ({ error, again, shape = css.lines }: PartAwaitedProps) =>
  error ? <LoadError error={error} again={again} /> : <div className={shape} aria-busy="true" />
