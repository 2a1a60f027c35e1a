import { type DragEvent, useState } from 'react'

import {
  changeOf,
  itemsOf,
  type MenuItem,
  reorder,
} from '#backoffice/modules/content/menu/menu-items.ts'
import type { TypedChanges } from '#backoffice/modules/content/editor/text-changes.ts'
import { useSaving } from '#backoffice/modules/content/editor/use-saving.ts'
import { titleOf } from '#backoffice/modules/content/releases/content-node-title.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import type { Language } from '#domain/language.ts'
import { useAnnounce } from '#ui/components/Announcer.tsx'

export type MenuKind = 'navigation' | 'tile'
export type MenuDraft = ReturnType<typeof useMenuDraft>
export type MenuDrag = ReturnType<typeof useMenuDrag>
export type MenuPageProps = {
  staff: Staff
  kind: MenuKind
  title: string
  channel: { id: string; name: string }
  menu: StaffResponse<'menus'>['navigation']
  defaultLanguage: Language
  /** The release that the menu was read with. */
  shownRelease: string
}

const NO_CHANGES: TypedChanges = {}

/** The items of a menu with unsaved changes, and functions that change them. */
export function useMenuDraft({ staff, kind, title, channel, menu, shownRelease }: MenuPageProps) {
  const t = useTranslate()
  const announce = useAnnounce()
  const { language } = useBackofficeLanguage()
  const draft = useDraft<TypedChanges>(`${staff.id}.content.${channel.id}.${kind}`, NO_CHANGES)
  const typed = draft.values
  const saving = useSaving(title, typed, draft.type)
  const { items: nodes } = menu
  const items = itemsOf(nodes, typed, kind)
  const isShared =
    !menu.own && channel.id !== SHARED_CHANNEL && nodes.every(({ change }) => change === null)
  const readOnly = isShared || !staff.permissions.includes('content.write')

  const changeItems = (
    changes: { item: Pick<MenuItem, 'subject' | 'key'>; after: MenuItem['value'] | null }[],
  ) =>
    draft.type(
      Object.fromEntries(
        changes.map(({ item: { subject, key }, after }) => [
          subject,
          changeOf(nodes, typed, { kind, subject, key, after, release: shownRelease }),
        ]),
      ),
    )
  const write = (item: MenuItem, after: MenuItem['value'] | null) => changeItems([{ item, after }])
  const nameOf = (item: MenuItem) => titleOf(item.value, language, item.id)
  const siblingsOf = (item: MenuItem) =>
    items.filter((other) => other.parent === item.parent && other.key['tile'] === item.key['tile'])
  function move(item: MenuItem, to: number) {
    const siblings = siblingsOf(item)
    const from = siblings.indexOf(item)
    if (to < 0 || to >= siblings.length || from === to) return
    changeItems(
      reorder(siblings, from, to).map(({ item: sibling, position }) => ({
        item: sibling,
        after: { ...sibling.value, position },
      })),
    )
    announce(t('movedTo', { name: nameOf(item), place: to + 1, of: siblings.length }))
  }
  const moveUnder = (item: MenuItem, parent: string | null) =>
    write(item, {
      ...item.value,
      parent,
      position: items.filter((other) => other.parent === parent).length,
    })
  return { draft, saving, items, isShared, readOnly, nameOf, changeItems, write, move, moveUnder }
}

/** The dragged item. It can only move among the items of its level. */
export function useMenuDrag({ move }: MenuDraft) {
  const [draggedSubject, setDraggedSubject] = useState<string | null>(null)
  const draggedIn = (list: readonly MenuItem[]) =>
    list.find(({ subject }) => subject === draggedSubject)
  function drop(event: DragEvent, list: readonly MenuItem[], at: number) {
    event.preventDefault()
    event.stopPropagation()
    const item = draggedIn(list)
    if (item) move(item, at)
    setDraggedSubject(null)
  }
  return { draggedSubject, setDraggedSubject, draggedIn, drop }
}
