import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { Trouble } from '#backoffice/kit/page/LoadError.tsx'

/** A page before it has what it shows, or if that cannot be had: its title and the way back stand all the same. */
export function PageAwaited({
  title,
  up,
  error,
  again,
}: {
  title: string
  up?: { to: string; word: string }
  error: Error | null
  again: () => void
}) {
  return (
    <>
      <PageHead title={title} {...(up ? { up } : {})} />
      {error ? <Trouble error={error} again={again} /> : null}
    </>
  )
}
