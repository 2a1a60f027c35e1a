import { type ReactNode, useState } from 'react'

import css from '#backoffice/modules/content/menu/MenuPage.module.css'
import {
  mergeTargets,
  type MenuItem,
  mergedItems,
} from '#backoffice/modules/content/menu/menu-items.ts'
import { MenuItemForm } from '#backoffice/modules/content/menu/MenuItemForm.tsx'
import type {
  MenuDraft,
  MenuDrag,
  MenuPageProps,
} from '#backoffice/modules/content/menu/use-menu-draft.ts'
import { ActionIconButton } from '#backoffice/kit/display/ActionButton.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import rowCss from '#backoffice/kit/display/MovableRows.module.css'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useLocation } from '#backoffice/kit/router/address.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

type RowsProps = {
  list: readonly MenuItem[]
  page: MenuPageProps
  menu: MenuDraft
  drag: MenuDrag
  /** The subject of the item whose form is open. */
  open: string | null
  setOpen: (subject: string | null) => void
}
type RowProps = RowsProps & { item: MenuItem; at: number }

const childrenOf = ({ id }: MenuItem, { page, menu }: RowsProps) =>
  page.kind === 'navigation' ? menu.items.filter(({ parent }) => parent === id) : []

const anchorOf = (id: string) => `item-${id}`

/** The items of one level, each with its children. */
export function MenuRows(props: RowsProps) {
  const { list } = props
  if (list.length === 0) return null
  return (
    <ol className={css.items}>
      {list.map((item, at) => (
        <MenuRow key={item.subject} {...props} item={item} at={at} />
      ))}
    </ol>
  )
}

/** Above this number of items the groups are folded when the page opens. */
const MAX_UNFOLDED = 20

function MenuRow(props: RowProps) {
  const { item, at, list, drag, open, menu } = props
  const { anchor } = useLocation()
  const children = childrenOf(item, props)
  const [isFolded, setFolded] = useState(
    menu.items.length > MAX_UNFOLDED && !children.some(({ id }) => anchor === anchorOf(id)),
  )
  const isUnfolded = !isFolded || children.some(({ subject }) => subject === open)
  return (
    // Items can also be moved with the buttons of the row, so dragging needs no keyboard support.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      onDragOver={(event) => {
        if (drag.draggedIn(list)) event.preventDefault()
      }}
      onDrop={(event) => drag.drop(event, list, at)}
    >
      <MenuLine {...props}>
        {children.length > 0 ? (
          <FoldButton
            count={children.length}
            group={menu.nameOf(item)}
            isUnfolded={isUnfolded}
            onToggle={() => setFolded(isUnfolded)}
          />
        ) : null}
      </MenuLine>
      {open === item.subject ? <OpenItem {...props} /> : null}
      {isUnfolded ? <MenuRows {...props} list={children} /> : null}
    </li>
  )
}

function FoldButton({
  count,
  group,
  isUnfolded,
  onToggle,
}: {
  count: number
  group: string
  isUnfolded: boolean
  onToggle: () => void
}) {
  const t = useTranslate()
  return (
    <button type="button" className={css.fold} aria-expanded={isUnfolded} onClick={onToggle}>
      {t('menuItems', { count })}
      <span className="visually-hidden"> {group}</span>
      <BackofficeIcon name={isUnfolded ? 'up' : 'down'} />
    </button>
  )
}

function MenuLine(props: RowProps & { children: ReactNode }) {
  const { item, menu, drag, open, setOpen, children } = props
  const t = useTranslate()
  return (
    <div
      className={rowCss.row}
      data-held={drag.draggedSubject === item.subject || undefined}
      draggable={!menu.readOnly}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', item.id)
        drag.setDraggedSubject(item.subject)
      }}
      onDragEnd={() => drag.setDraggedSubject(null)}
    >
      <button
        type="button"
        className={rowCss.name}
        data-anchor={anchorOf(item.id)}
        aria-expanded={open === item.subject}
        onClick={() => setOpen(open === item.subject ? null : item.subject)}
      >
        {menu.nameOf(item)}
      </button>
      <span className={rowCss.soft}>{item.id}</span>
      {item.isTyped ? (
        <StatusMark kind="half">{t('notSaved')}</StatusMark>
      ) : item.isChanged ? (
        <StatusMark kind="half">{t('changedInRelease')}</StatusMark>
      ) : null}
      {children}
      {menu.readOnly ? null : <MoveButtons {...props} />}
    </div>
  )
}

function MoveButtons({ item, at, list, menu: { move, nameOf } }: RowProps) {
  const t = useTranslate()
  const name = nameOf(item)
  return (
    <span className={rowCss.moves}>
      <ActionIconButton
        icon="up"
        label={t('moveUp', { name })}
        aria-disabled={at === 0 || undefined}
        onClick={() => move(item, at - 1)}
      />
      <ActionIconButton
        icon="down"
        label={t('moveDown', { name })}
        aria-disabled={at === list.length - 1 || undefined}
        onClick={() => move(item, at + 1)}
      />
    </span>
  )
}

function OpenItem(props: RowProps) {
  const { item, page, menu, setOpen } = props
  const hasChildren = childrenOf(item, props).length > 0
  return (
    <MenuItemForm
      item={item}
      name={menu.nameOf(item)}
      kind={page.kind}
      channel={page.channel.id}
      readOnly={menu.readOnly}
      issue={menu.saving.issues[item.subject]}
      defaultLanguage={page.defaultLanguage}
      write={(value) => menu.write(item, value)}
      groups={
        page.kind === 'tile' || hasChildren
          ? []
          : menu.items
              .filter(({ parent, id }) => parent === null && id !== item.id)
              .map((group) => ({ id: group.id, name: menu.nameOf(group) }))
      }
      moveUnder={(parent) => menu.moveUnder(item, parent)}
      others={
        page.kind === 'navigation'
          ? mergeTargets(menu.items, item).map((other) => ({
              subject: other.subject,
              name: menu.nameOf(other),
            }))
          : []
      }
      mergeInto={(subject) => {
        const target = menu.items.find((other) => other.subject === subject)
        if (!target) return
        menu.changeItems(mergedItems(menu.items, item, target))
        setOpen(subject)
      }}
      remove={
        hasChildren
          ? null
          : () => {
              setOpen(null)
              menu.write(item, null)
            }
      }
    />
  )
}
