import { columnsOf, type ListOf } from '#backoffice/kit/list/list-definition.ts'

import css from './ListSkeleton.module.css'

const ROWS = 8

type ListSkeletonProps<Item> = { list: ListOf<Item>; shown: readonly string[] }

/** The columns of the list before its rows are there, and only when that takes long. */
export function ListSkeleton<Item>({ list, shown }: ListSkeletonProps<Item>) {
  const columns = columnsOf(list.columns).filter(({ key }) => shown.includes(key))
  return (
    <div className={css.list} data-skeleton data-form={list.form} aria-hidden="true">
      {Array.from({ length: ROWS }, (_, row) => (
        <div key={row} className={css.row}>
          {columns.map(({ key, number, lead, phone }) => (
            <span
              key={key}
              className={css.cell}
              data-number={number || undefined}
              data-lead={lead || undefined}
              data-phone={phone}
            />
          ))}
        </div>
      ))}
    </div>
  )
}
