import { useQuery } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'

import { BothChanged } from '#backoffice/modules/content/editor/ChangeConflict.tsx'
import css from '#backoffice/modules/content/menu/MenuPage.module.css'
import editorCss from '#backoffice/modules/content/editor/Editor.module.css'
import {
  changeOf,
  itemsOf,
  acceptsItems,
  type MenuItem,
  mergedItems,
  moved,
} from '#backoffice/modules/content/menu/menu-items.ts'
import { MenuItemForm } from '#backoffice/modules/content/menu/MenuItemForm.tsx'
import { NewMenuItem } from '#backoffice/modules/content/menu/NewMenuItem.tsx'
import { SaveBar } from '#backoffice/modules/content/editor/SaveBar.tsx'
import { ForkMenu } from '#backoffice/modules/content/menu/ForkMenu.tsx'
import { TextHistory } from '#backoffice/modules/content/editor/TextHistory.tsx'
import { entriesOf, type TypedChanges } from '#backoffice/modules/content/editor/text-changes.ts'
import { heldFor, useChannel } from '#backoffice/modules/content/use-channel.ts'
import { useSaving } from '#backoffice/modules/content/editor/use-saving.ts'
import { titleOf } from '#backoffice/modules/content/releases/content-node-title.ts'
import { useAsked } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { ActionIconButton } from '#backoffice/kit/display/ActionButton.tsx'
import rowCss from '#backoffice/kit/display/MovableRows.module.css'
import { PageAwaited } from '#backoffice/kit/page/PagePending.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import type { Language } from '#domain/language.ts'
import { useAnnounce } from '#ui/components/Announcer.tsx'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

const NONE: TypedChanges = {}
type Kind = 'navigation' | 'tile'
type Menus = StaffResponse<'menus'>

/** The menu of the shop, as a tree. */
export const NavigationPage = ({ staff }: StaffPageProps) => (
  <MenuPage staff={staff} kind="navigation" />
)

/** What the home page shows: categories, then brands. */
export const TilesPage = ({ staff }: StaffPageProps) => <MenuPage staff={staff} kind="tile" />

function MenuPage({ staff, kind }: { staff: Staff; kind: Kind }) {
  const t = useTranslate()
  const channel = useChannel()
  const [asked] = useAsked()
  const release = asked.get('release') ?? ''
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...staffQuery('menus', { channel: channel?.id ?? '', ...(release === '' ? {} : { release }) }),
    enabled: channel !== null,
    // The previous data stays visible when a save selects another draft.
    placeholderData: heldFor(channel?.id),
  })
  const title = t(kind === 'navigation' ? 'contentNode.navigation' : 'contentNode.tiles')
  if (!data || !channel) {
    return (
      <PageAwaited
        title={title}
        up={{ to: '/backoffice/content', word: t('content') }}
        error={error}
        again={() => void refetch()}
      />
    )
  }
  return (
    <Menu
      key={channel.id}
      staff={staff}
      kind={kind}
      title={title}
      channel={channel}
      menu={kind === 'navigation' ? data.navigation : data.tiles}
      defaultLanguage={data.default_language}
      readWith={isPlaceholderData ? '' : release}
    />
  )
}

function Menu({
  staff,
  kind,
  title,
  channel,
  menu,
  defaultLanguage,
  readWith,
}: {
  staff: Staff
  kind: Kind
  title: string
  channel: { id: string; name: string }
  menu: Menus['navigation']
  defaultLanguage: Language
  /** The draft that it was read with. */
  readWith: string
}) {
  const t = useTranslate()
  const announce = useAnnounce()
  const { language } = useBackofficeLanguage()
  const [open, setOpen] = useState<string | null>(null)
  const [held, setHeld] = useState<string | null>(null)
  const draft = useDraft<TypedChanges>(`${staff.id}.content.${channel.id}.${kind}`, NONE)
  const typed = draft.values
  const saving = useSaving(title, typed, draft.type)
  const { items: things } = menu
  const items = itemsOf(things, typed, kind)
  const isShared =
    !menu.own && channel.id !== SHARED_CHANNEL && things.every(({ change }) => change === null)
  const readOnly = isShared || !staff.permissions.includes('content.write')

  const put = (
    all: { item: Pick<MenuItem, 'subject' | 'key'>; after: MenuItem['value'] | null }[],
  ) =>
    draft.type(
      Object.fromEntries(
        all.map(({ item: { subject, key }, after }) => [
          subject,
          changeOf(things, typed, { kind, subject, key, after, release: readWith }),
        ]),
      ),
    )
  const write = (item: MenuItem, after: MenuItem['value'] | null) => put([{ item, after }])
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
    announce(
      t('movedTo', {
        name: titleOf(item.value, language, item.id),
        place: to + 1,
        of: siblings.length,
      }),
    )
  }
  const within = (item: MenuItem, parent: string | null) =>
    write(item, {
      ...item.value,
      parent,
      position: items.filter((one) => one.parent === parent).length,
    })

  const [conflict] = saving.conflicts
  if (conflict) {
    return <BothChanged conflict={conflict} typed={typed} type={draft.type} saving={saving} />
  }

  const rows = (list: readonly MenuItem[]) =>
    list.length === 0 ? null : (
      <ol className={css.items}>
        {list.map((item, at) => {
          const name = titleOf(item.value, language, item.id)
          const children =
            kind === 'navigation' ? items.filter(({ parent }) => parent === item.id) : []
          const before = list[at - 1]
          const drop = (event: DragEvent) => {
            event.preventDefault()
            event.stopPropagation()
            const moving = list.find(({ subject }) => subject === held)
            if (moving) move(moving, at)
            setHeld(null)
          }
          return (
            // Dragging is one way of three: the buttons of the row are the others.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
            <li
              key={item.subject}
              onDragOver={(event) => {
                if (list.some(({ subject }) => subject === held)) event.preventDefault()
              }}
              onDrop={drop}
            >
              <div
                className={rowCss.row}
                data-held={held === item.subject || undefined}
                draggable={!readOnly}
                onDragStart={(event) => {
                  event.dataTransfer.effectAllowed = 'move'
                  event.dataTransfer.setData('text/plain', item.id)
                  setHeld(item.subject)
                }}
                onDragEnd={() => setHeld(null)}
              >
                <button
                  type="button"
                  className={rowCss.name}
                  data-anchor={`item-${item.id}`}
                  aria-expanded={open === item.subject}
                  onClick={() => setOpen(open === item.subject ? null : item.subject)}
                >
                  {name}
                </button>
                <span className={rowCss.soft}>{item.id}</span>
                {item.isTyped ? (
                  <StatusMark kind="half">{t('notSaved')}</StatusMark>
                ) : item.isChanged ? (
                  <StatusMark kind="half">{t('changedInRelease')}</StatusMark>
                ) : null}
                {readOnly ? null : (
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
                    {kind === 'navigation' &&
                    item.parent === null &&
                    before &&
                    children.length === 0 ? (
                      <ActionIconButton
                        icon="inward"
                        label={t('moveUnder', {
                          name,
                          other: titleOf(before.value, language, before.id),
                        })}
                        onClick={() => within(item, before.id)}
                      />
                    ) : null}
                    {kind === 'navigation' && item.parent !== null ? (
                      <ActionIconButton
                        icon="outward"
                        label={t('moveOut', { name })}
                        onClick={() => within(item, null)}
                      />
                    ) : null}
                  </span>
                )}
              </div>
              {open === item.subject ? (
                <MenuItemForm
                  item={item}
                  name={name}
                  kind={kind}
                  channel={channel.id}
                  readOnly={readOnly}
                  issue={saving.issues[item.subject]}
                  defaultLanguage={defaultLanguage}
                  write={(value) => write(item, value)}
                  others={
                    kind === 'navigation'
                      ? acceptsItems(items, item).map((one) => ({
                          subject: one.subject,
                          name: titleOf(one.value, language, one.id),
                        }))
                      : []
                  }
                  mergeInto={(subject) => {
                    const into = items.find((one) => one.subject === subject)
                    if (!into) return
                    put(mergedItems(items, item, into))
                    setOpen(subject)
                  }}
                  remove={
                    children.length === 0
                      ? () => {
                          setOpen(null)
                          write(item, null)
                        }
                      : null
                  }
                />
              ) : null}
              {rows(children)}
            </li>
          )
        })}
      </ol>
    )

  return (
    <>
      <PageHead
        title={title}
        up={{ to: `/backoffice/content?channel=${channel.id}`, word: t('content') }}
        beside={
          <span className={css.soft}>
            {channel.id} {channel.name}
          </span>
        }
        subject={`content ${channel.id} ${kind === 'tile' ? 'tiles' : kind}`}
      />
      <div className={editorCss.body}>
        {isShared ? (
          <ForkMenu
            kind={kind}
            channel={channel.id}
            title={title}
            mayWrite={staff.permissions.includes('content.write')}
          />
        ) : null}
        {kind === 'navigation' ? (
          rows(
            items.filter(({ parent }) => parent === null || !items.some(({ id }) => id === parent)),
          )
        ) : (
          <>
            {(['category', 'brand'] as const).map((tile) => (
              <section key={tile} aria-label={t(`tile.${tile}`)}>
                <h2 className={editorCss.group}>{t(`tile.${tile}`)}</h2>
                {rows(items.filter(({ key }) => key['tile'] === tile))}
              </section>
            ))}
          </>
        )}
        {readOnly ? null : (
          <NewMenuItem
            kind={kind}
            channel={channel.id}
            taken={items.map(({ subject }) => subject)}
            make={(subject, key, texts) => {
              put([
                {
                  item: { subject, key },
                  after:
                    kind === 'navigation'
                      ? {
                          parent: null,
                          position: items.filter(({ parent }) => parent === null).length,
                          banner: '',
                          texts,
                          tags: [],
                        }
                      : {
                          position: items.filter((one) => one.key['tile'] === key['tile']).length,
                          extra: false,
                          tags: [],
                          banner: '',
                          media: '',
                          texts: { title: texts },
                        },
                },
              ])
              setOpen(subject)
            }}
          />
        )}
      </div>
      <TextHistory asked={{ channel: channel.id, kind }} />
      <SaveBar
        staff={staff}
        saving={saving}
        count={entriesOf(typed).length}
        onDiscard={draft.clear}
      />
    </>
  )
}
