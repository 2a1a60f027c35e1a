import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { ChangeConflict } from '#backoffice/modules/content/editor/ChangeConflict.tsx'
import editorCss from '#backoffice/modules/content/editor/Editor.module.css'
import { type MenuItem, newItem } from '#backoffice/modules/content/menu/menu-items.ts'
import { MenuRows } from '#backoffice/modules/content/menu/MenuRows.tsx'
import { NewMenuItem } from '#backoffice/modules/content/menu/NewMenuItem.tsx'
import {
  type MenuKind,
  type MenuPageProps,
  useMenuDrag,
  useMenuDraft,
} from '#backoffice/modules/content/menu/use-menu-draft.ts'
import { ReadOnlyNotice } from '#backoffice/modules/content/editor/ReadOnlyNotice.tsx'
import { ReleaseBar } from '#backoffice/modules/content/editor/ReleaseBar.tsx'
import { ForkMenu } from '#backoffice/modules/content/menu/ForkMenu.tsx'
import { TextHistory } from '#backoffice/modules/content/editor/TextHistory.tsx'
import { entriesOf } from '#backoffice/modules/content/editor/text-changes.ts'
import { dataOfSameChannel, useChannel } from '#backoffice/modules/content/use-channel.ts'
import { useQueryParams } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { PagePending } from '#backoffice/kit/page/PagePending.tsx'
import { ContentHead } from '#backoffice/modules/content/editor/ContentHead.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

/** The menu of the shop, as a tree. */
export const NavigationPage = ({ staff }: StaffPageProps) => (
  <MenuPage staff={staff} kind="navigation" name="contentNode.navigation" />
)

/** The same menu on the pages about gifts, where its items are the categories. */
export const CategoriesPage = ({ staff }: StaffPageProps) => (
  <MenuPage staff={staff} kind="navigation" name="tab.categories" />
)

/** The tiles of the home page: categories, then brands. */
export const TilesPage = ({ staff }: StaffPageProps) => (
  <MenuPage staff={staff} kind="tile" name="contentNode.tiles" />
)

function MenuPage({ staff, kind, name }: { staff: Staff; kind: MenuKind; name: MessageKey }) {
  const t = useTranslate()
  const channel = useChannel()
  const [query] = useQueryParams()
  const release = query.get('release') ?? ''
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...staffQuery('menus', { channel: channel?.id ?? '', ...(release === '' ? {} : { release }) }),
    enabled: channel !== null,
    // The previous data stays visible when a save selects another draft.
    placeholderData: dataOfSameChannel(channel?.id),
  })
  const title = t(name)
  if (!data || !channel) {
    return (
      <PagePending
        title={title}
        parent={{ to: '/backoffice/content', label: t('content') }}
        error={error}
        onRetry={() => void refetch()}
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
      shownRelease={isPlaceholderData ? '' : release}
    />
  )
}

function Menu(props: MenuPageProps) {
  const { staff, kind, title, channel } = props
  const [open, setOpen] = useState<string | null>(null)
  const menu = useMenuDraft(props)
  const { draft, saving, items, isShared, readOnly, changeItems } = menu
  const drag = useMenuDrag(menu)
  const [conflict] = saving.conflicts
  if (conflict) {
    return (
      <ChangeConflict conflict={conflict} typed={draft.values} type={draft.type} saving={saving} />
    )
  }
  const rows = (list: readonly MenuItem[]) => (
    <MenuRows list={list} page={props} menu={menu} drag={drag} open={open} setOpen={setOpen} />
  )
  return (
    <>
      <ContentHead title={title} channel={channel} name={kind === 'tile' ? 'tiles' : kind} />
      <ReadOnlyNotice staff={staff} />
      <div className={editorCss.body}>
        {isShared ? (
          <ForkMenu
            kind={kind}
            channel={channel.id}
            title={title}
            canWrite={staff.permissions.includes('content.write')}
          />
        ) : null}
        {readOnly ? null : (
          <NewMenuItem
            kind={kind}
            channel={channel.id}
            taken={items.map(({ subject }) => subject)}
            create={(subject, key, texts) => {
              changeItems([{ item: { subject, key }, after: newItem(items, kind, key, texts) }])
              setOpen(subject)
            }}
          />
        )}
        {kind === 'navigation' ? rows(topLevel(items)) : <TileLists items={items} rows={rows} />}
      </div>
      <TextHistory query={{ channel: channel.id, kind }} />
      <ReleaseBar
        staff={staff}
        saving={saving}
        count={entriesOf(draft.values).length}
        discard={() => draft.clear()}
      />
    </>
  )
}

/** The items of the first level. An item without its parent is among them. */
const topLevel = (items: readonly MenuItem[]) =>
  items.filter(({ parent }) => parent === null || !items.some(({ id }) => id === parent))

function TileLists({
  items,
  rows,
}: {
  items: readonly MenuItem[]
  rows: (list: readonly MenuItem[]) => ReactNode
}) {
  const t = useTranslate()
  return (
    <>
      {(['category', 'brand'] as const).map((tile) => (
        <section key={tile} aria-label={t(`tile.${tile}`)}>
          <h2 className={editorCss.group}>{t(`tile.${tile}`)}</h2>
          {rows(items.filter(({ key }) => key['tile'] === tile))}
        </section>
      ))}
    </>
  )
}
