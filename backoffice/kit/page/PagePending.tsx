import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { PageColumns } from '#backoffice/kit/page/PageColumns.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'

import css from './PagePending.module.css'

/** A page that is loading or that failed to load. Its title and the link back are shown in both cases. */
export function PagePending({
  title,
  parent,
  error,
  onRetry,
}: {
  title: string
  parent?: { to: string; label: string }
  error: Error | null
  onRetry: () => void
}) {
  return (
    <>
      <PageHead title={title} {...(parent ? { parent } : {})} />
      {error ? <LoadError error={error} onRetry={onRetry} /> : <PageSkeleton />}
    </>
  )
}

/** Placeholders for the main and the side column while they load slowly. */
function PageSkeleton() {
  return (
    <div className={css.skeleton} aria-hidden="true">
      <PageColumns
        side={
          <>
            <SkeletonCard lines={3} />
            <SkeletonCard lines={2} />
          </>
        }
      >
        <SkeletonCard lines={4} />
        <SkeletonCard lines={6} />
      </PageColumns>
    </div>
  )
}

function SkeletonCard({ lines }: { lines: number }) {
  return (
    <div className={css.card}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={css.line} />
      ))}
    </div>
  )
}
