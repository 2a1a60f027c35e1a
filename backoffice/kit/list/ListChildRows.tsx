import { useState } from 'react'

import type { Column, ListDefinition } from '#backoffice/kit/list/list-definition.ts'
import { ListCell } from '#backoffice/kit/list/ListCell.tsx'
import { TABLE_ROLES } from '#backoffice/kit/list/table-roles.ts'

import css from './ListTable.module.css'

type ChildRowsProps<Item> = {
  isPhone: boolean
  item: Item
  columns: readonly (Column<Item> & { key: string })[]
}

export function ChildRows<Item>({
  isPhone,
  item,
  keys,
  columns,
}: ChildRowsProps<Item> & { keys: readonly string[] }) {
  return keys.map((key) => (
    <tr key={key} {...TABLE_ROLES.row} data-inside>
      <td {...TABLE_ROLES.cell} className={css.pick} />
      {columns.map((column) => {
        const cell = (isPhone ? column.childOnPhone : undefined) ?? column.childCell
        return <ListCell key={column.key} column={column} shown={cell?.(item, key)} to={null} />
      })}
    </tr>
  ))
}

/** A button that shows and hides the child rows. */
export function FoldedRows<Item>({
  isPhone,
  list: { foldedChildren },
  item,
  columns,
}: ChildRowsProps<Item> & { list: ListDefinition<Item> }) {
  const [open, setOpen] = useState(false)
  const keys = foldedChildren?.keys(item) ?? []
  if (foldedChildren === undefined || keys.length === 0) return null
  return (
    <>
      <tr {...TABLE_ROLES.row} data-inside>
        <td {...TABLE_ROLES.cell} className={css.pick} />
        <td {...TABLE_ROLES.cell} className={css.folded} colSpan={columns.length}>
          <button type="button" aria-expanded={open} onClick={() => setOpen((isOpen) => !isOpen)}>
            {foldedChildren.label(keys.length)}
          </button>
        </td>
      </tr>
      {open ? <ChildRows isPhone={isPhone} item={item} keys={keys} columns={columns} /> : null}
    </>
  )
}
