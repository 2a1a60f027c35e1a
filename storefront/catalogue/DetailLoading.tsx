import { Skeleton } from '#ui/Skeleton.tsx'
import { Spinner } from '#ui/Spinner.tsx'
import css from './GiftDetail.module.css'

/** The shape of a gift's page before the gift is here. */
export function DetailLoading() {
  return (
    <div className={css.page} aria-busy="true">
      <Skeleton height="1.5rem" width="min(22rem, 80%)" />
      <div className={css.gift}>
        <div className={css.gallery}>
          <Skeleton ratio="1 / 1" />
        </div>
        <div className={css.facts}>
          <Skeleton height="1.2rem" width="30%" />
          <Skeleton height="3rem" width="80%" />
          <Skeleton height="1.6rem" width="45%" />
          <Skeleton height="6rem" />
          <Skeleton height="3rem" width="60%" />
          <Spinner />
        </div>
      </div>
    </div>
  )
}
