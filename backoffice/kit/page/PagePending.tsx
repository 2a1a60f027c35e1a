import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { LoadFailure } from '#backoffice/kit/page/LoadError.tsx'

/** A page that is loading or that failed to load. Its title and the link back are shown in both cases. */
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
      {error ? <LoadFailure error={error} again={again} /> : null}
    </>
  )
}
