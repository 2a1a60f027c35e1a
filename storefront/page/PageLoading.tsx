import { Skeleton } from '#ui/components/Skeleton.tsx'
import { Spinner } from '#ui/components/Spinner.tsx'
import css from './PageLoading.module.css'

/** A placeholder with the layout of most pages. The spinner appears after 300 ms. */
export function PageLoading() {
  return (
    <div className={css.page} aria-busy="true">
      <Skeleton height="10rem" />
      <Skeleton height="2.5rem" width="min(24rem, 70%)" />
      <Skeleton height="8rem" />
      <Spinner />
    </div>
  )
}
