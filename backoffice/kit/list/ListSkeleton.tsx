import { columnsOf, type ListDefinition } from '#backoffice/kit/list/list-definition.ts'

import css from './ListSkeleton.module.css'

const ROWS = 8

type ListSkeletonProps<Item> = { list: ListDefinition<Item>; visibleColumns: readonly string[] }

/** The columns of the list while its rows load slowly. */
export function ListSkeleton<Item>({ list, visibleColumns }: ListSkeletonProps<Item>) {
  const columns = columnsOf(list.columns).filter(({ key }) => visibleColumns.includes(key))
  return (
    <div className={css.list} data-skeleton data-form={list.layout} aria-hidden="true">
      {Array.from({ length: ROWS }, (_, row) => (
        <div key={row} className={css.row}>
          {columns.map(({ key, numeric, fillsWidth, phonePosition }) => (
            <span
              key={key}
              className={css.cell}
              data-number={numeric || undefined}
              data-lead={fillsWidth || undefined}
              data-phone={phonePosition}
            />
          ))}
        </div>
      ))}
    </div>
  )
}
