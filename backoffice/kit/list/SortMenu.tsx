import { columnsOf, type ListDefinition } from '#backoffice/kit/list/list-definition.ts'
import type { ListAddress } from '#backoffice/kit/list/use-list-address.ts'
import { Popover } from '#backoffice/kit/dialogs/Popover.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './FilterBar.module.css'

/** Sorts a list without column headings: names in ascending order, everything else in descending order. */
export function SortMenu<Item>({
  list,
  address,
}: {
  list: ListDefinition<Item>
  address: ListAddress
}) {
  const t = useTranslate()
  const orders = columnsOf(list.columns).flatMap(({ sortKey, label }) =>
    sortKey === undefined ? [] : { sort: sortKey === 'name' ? sortKey : `-${sortKey}`, label },
  )
  const current = orders.find(({ sort }) => sort === address.sort)
  return (
    <Popover
      label={t('sortBy')}
      triggerClass={css.add}
      trigger={
        <>
          {t('sortBy')}
          {current ? `: ${t(current.label)}` : null}
        </>
      }
    >
      {(close) => (
        <ul className={css.choices}>
          {orders.map(({ sort, label }) => (
            <li key={sort}>
              <button
                type="button"
                onClick={() => {
                  close()
                  address.setQuery({ sort })
                }}
              >
                {t(label)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}
