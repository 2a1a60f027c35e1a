import { type DragEvent, useState } from 'react'

import {
  changeOf,
  itemsOf,
  type MenuItem,
  moved,
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
  /** The draft that it was read with. */
  shownRelease: string
}

const NONE: TypedChanges = {}

/** The items as typed, over those of the draft or of the shop. */
export function useMenuDraft({ staff, kind, title, channel, menu, shownRelease }: MenuPageProps) {
  const t = useTranslate()
  const announce = useAnnounce()
  const { language } = useBackofficeLanguage()
  const draft = useDraft<TypedChanges>(`${staff.id}.content.${channel.id}.${kind}`, NONE)
  const typed = draft.values
  const saving = useSaving(title, typed, draft.type)
  const { items: nodes } = menu
  const items = itemsOf(nodes, typed, kind)
  const isShared =
    !menu.own && channel.id !== SHARED_CHANNEL && nodes.every(({ change }) => change === null)
  const readOnly = isShared || !staff.permissions.includes('content.write')

  const put = (
    all: { item: Pick<MenuItem, 'subject' | 'key'>; after: MenuItem['value'] | null }[],
  ) =>
    draft.type(
      Object.fromEntries(
        all.map(({ item: { subject, key }, after }) => [
          subject,
          changeOf(nodes, typed, { kind, subject, key, after, release: shownRelease }),
        ]),
      ),
    )
  const write = (item: MenuItem, after: MenuItem['value'] | null) => put([{ item, after }])
  const nameOf = (item: MenuItem) => titleOf(item.value, language, item.id)
  const siblingsOf = (item: MenuItem) =>
    items.filter((one) => one.parent === item.parent && one.key['tile'] === item.key['tile'])
  function move(item: MenuItem, to: number) {
    const siblings = siblingsOf(item)
    const from = siblings.indexOf(item)
    if (to < 0 || to >= siblings.length || from === to) return
    put(
      moved(siblings, from, to).map(({ item: one, position }) => ({
        item: one,
        after: { ...one.value, position },
      })),
    )
    announce(t('movedTo', { name: nameOf(item), place: to + 1, of: siblings.length }))
  }
  const within = (item: MenuItem, parent: string | null) =>
    write(item, {
      ...item.value,
      parent,
      position: items.filter((one) => one.parent === parent).length,
    })
  return { draft, saving, items, isShared, readOnly, nameOf, put, write, move, within }
}

/** The item that is dragged. It can only change places with its neighbours. */
export function useMenuDrag({ move }: MenuDraft) {
  const [held, setHeld] = useState<string | null>(null)
  const among = (list: readonly MenuItem[]) => list.find(({ subject }) => subject === held)
  function drop(event: DragEvent, list: readonly MenuItem[], at: number) {
    event.preventDefault()
    event.stopPropagation()
    const moving = among(list)
    if (moving) move(moving, at)
    setHeld(null)
  }
  return { held, setHeld, among, drop }
}
