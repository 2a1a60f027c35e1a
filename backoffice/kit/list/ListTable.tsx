import { Fragment, useEffect, useRef } from 'react'

import { ChannelName } from '#backoffice/kit/display/ChannelName.tsx'
import { BackofficeLink, withQueryParams } from '#backoffice/kit/router/address.tsx'
import {
  type Column,
  columnsOf,
  type ListResult,
  type ListDefinition,
} from '#backoffice/kit/list/list-definition.ts'
import { ListCell } from '#backoffice/kit/list/ListCell.tsx'
import { ChildRows, FoldedRows } from '#backoffice/kit/list/ListChildRows.tsx'
import { useFittingColumns } from '#backoffice/kit/list/use-fitting-columns.ts'
import { TABLE_ROLES } from '#backoffice/kit/list/table-roles.ts'
import type { ListAddress } from '#backoffice/kit/list/use-list-address.ts'
import { PHONE } from '#backoffice/kit/list/phone.ts'
import { useMedia } from '#backoffice/kit/display/use-media.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { classNames } from '#ui/lib/class-names.ts'

import css from './ListTable.module.css'

type ListTableProps<Item> = {
  list: ListDefinition<Item>
  address: ListAddress
  data: ListResult<Item>
}

/** Rows are links. On a phone a row becomes two lines, and screen readers still read it as a row. */
export function ListTable<Item>({ list, address, data }: ListTableProps<Item>) {
  const t = useTranslate()
  const { items } = data
  const isPhone = useMedia(PHONE)
  const { box, fitting, onScroll } = useFittingColumns(
    columnsOf(list.columns).filter(({ key }) => address.visibleColumns.includes(key)),
    { sort: address.sort, fixed: isPhone || address.hasChosenColumns, data },
  )
  const columns = withWidths(fitting)
  const ids = items.map(list.idOf)
  const { isPicked, onPage, pickPage, pickOne } = rowSelection(ids, address)
  return (
    <div ref={box} className={css.scroll} onScroll={(event) => onScroll(event.currentTarget)}>
      <table className={css.table} data-form={list.layout} {...TABLE_ROLES.table}>
        <thead {...TABLE_ROLES.rowgroup}>
          <tr {...TABLE_ROLES.row}>
            <th {...TABLE_ROLES.columnheader} scope="col" className={css.pick}>
              <PageCheckbox
                label={t('selectPage')}
                picked={onPage.length}
                total={ids.length}
                onChange={pickPage}
              />
            </th>
            {columns.map((column) => (
              <Head key={column.key} column={column} address={address} />
            ))}
          </tr>
        </thead>
        <tbody {...TABLE_ROLES.rowgroup}>
          {items.map((item, index) => {
            const id = list.idOf(item)
            return (
              <Fragment key={id}>
                <GroupTitle list={list} items={items} index={index} columns={columns.length + 1} />
                <Row
                  isPhone={isPhone}
                  list={list}
                  item={item}
                  columns={columns}
                  isPicked={isPicked(id)}
                  onPick={() => pickOne(id)}
                />
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** One column may take the remaining width. Without one, the first column has a fixed share of the width. */
function withWidths<Item>(columns: readonly (Column<Item> & { key: string })[]) {
  const widest = columns.find(({ fillsWidth }) => fillsWidth)
  const widthOf = (column: Column<Item>) => {
    if (column === widest) return 'rest'
    return !widest && column === columns[0] ? 'share' : undefined
  }
  return columns.map((column) => ({ ...column, width: widthOf(column) }))
}

/** A heading above the rows of each kind, if the list has kinds. */
function GroupTitle<Item>({
  list: { groupOf },
  items,
  index,
  columns,
}: {
  list: ListDefinition<Item>
  items: readonly Item[]
  index: number
  columns: number
}) {
  const [before, item] = [items[index - 1], items[index]]
  const title = item === undefined ? undefined : groupOf?.(item)
  if (title === undefined || (before !== undefined && groupOf?.(before) === title)) return null
  return (
    <tr {...TABLE_ROLES.row} className={css.group}>
      <th {...TABLE_ROLES.rowheader} scope="rowgroup" colSpan={columns}>
        {title}
      </th>
    </tr>
  )
}

type RowProps<Item> = {
  isPhone: boolean
  list: ListDefinition<Item>
  item: Item
  columns: readonly (Column<Item> & { key: string })[]
  isPicked: boolean
  onPick: () => void
}

/** An item, and the rows inside it. */
function Row<Item>({ isPhone, list, item, columns, isPicked, onPick }: RowProps<Item>) {
  const t = useTranslate()
  return (
    <>
      <tr {...TABLE_ROLES.row} data-picked={isPicked || undefined}>
        <td {...TABLE_ROLES.cell} className={css.pick}>
          <label className={css.box}>
            <input
              type="checkbox"
              data-row-box
              checked={isPicked}
              onChange={onPick}
              aria-label={t('selectOne', { name: list.nameOf(item) })}
            />
          </label>
        </td>
        {columns.map((column, index) => (
          <ListCell
            key={column.key}
            column={column}
            shown={isPhone && column.onPhone ? column.onPhone(item) : column.cell(item)}
            to={index === 0 ? list.hrefOf(item) : null}
          />
        ))}
      </tr>
      <ChildRows
        isPhone={isPhone}
        item={item}
        keys={list.childKeys?.(item) ?? []}
        columns={columns}
      />
      <FoldedRows isPhone={isPhone} list={list} item={item} columns={columns} />
    </>
  )
}

function rowSelection(ids: readonly string[], address: ListAddress) {
  const isPicked = (id: string) => address.allSelected || address.selectedIds.includes(id)
  const onPage = ids.filter(isPicked)
  return {
    isPicked,
    onPage,
    pickPage: () =>
      address.select(
        onPage.length === ids.length
          ? address.selectedIds.filter((id) => !ids.includes(id))
          : [...new Set([...address.selectedIds, ...ids])],
      ),
    // If all rows were selected, only the other rows of this page stay selected.
    pickOne: (id: string) =>
      address.select(
        isPicked(id)
          ? (address.allSelected ? ids : address.selectedIds).filter((other) => other !== id)
          : [...address.selectedIds, id],
      ),
  }
}

function PageCheckbox({
  label,
  picked,
  total,
  onChange,
}: {
  label: string
  picked: number
  total: number
  onChange: () => void
}) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = picked > 0 && picked < total
  }, [picked, total])
  return (
    <label className={css.box}>
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={total > 0 && picked === total}
        onChange={onChange}
      />
      <span className={css.label} aria-hidden="true">
        {label}
      </span>
    </label>
  )
}

function Head<Item>({ column, address }: { column: Column<Item>; address: ListAddress }) {
  const t = useTranslate()
  const { sortKey, label, numeric: number, channel } = column
  const name =
    channel === undefined ? (
      t(label)
    ) : (
      <>
        {number ? `${t(label)}, ` : null}
        <ChannelName id={channel} />
      </>
    )
  const className = classNames(number && css.number)
  if (sortKey === undefined) {
    return (
      <th {...TABLE_ROLES.columnheader} scope="col" className={className}>
        {name}
      </th>
    )
  }
  const isDescending = address.sort === `-${sortKey}`
  const isAscending = address.sort === sortKey
  const next = isAscending ? `-${sortKey}` : sortKey
  return (
    <th
      {...TABLE_ROLES.columnheader}
      scope="col"
      className={className}
      aria-sort={isAscending ? 'ascending' : isDescending ? 'descending' : undefined}
    >
      <BackofficeLink
        to={`?${withQueryParams(address.params, { sort: next, cursor: null, selected: null, of: null })}`}
      >
        {name}
        {isAscending || isDescending ? (
          <span aria-hidden="true">{isAscending ? '\u00A0↑' : '\u00A0↓'}</span>
        ) : null}
      </BackofficeLink>
    </th>
  )
}
