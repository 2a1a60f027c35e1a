import { GridLoading } from '#storefront/catalog/list/GiftGrid.tsx'
import { Skeleton } from '#ui/components/Skeleton.tsx'
import css from './ListLoading.module.css'
import page from './GiftListPage.module.css'

/** Placeholders in the layout of the list. */
export function ListLoading() {
  return (
    <div className={page.page} aria-busy="true">
      <div className={css.banner}>
        <Skeleton height="100%" />
      </div>
      <div className={page.columns} data-filterable>
        <div className={css.sidebar}>
          <Skeleton height="1.5rem" width="60%" />
          <Skeleton height="12rem" />
          <Skeleton height="9rem" />
        </div>
        <div className={page.results}>
          <div className={css.bar}>
            <Skeleton height="1.5rem" width="8rem" />
          </div>
          <GridLoading />
        </div>
      </div>
    </div>
  )
}
