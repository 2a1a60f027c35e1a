import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import {
  navigate,
  useQueryParams,
  withQueryParams,
  BackofficeLink,
} from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { giftList } from '#backoffice/modules/catalog/gifts/list/gift-list.tsx'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import type { Selection } from '#backoffice/kit/list/list-definition.ts'
import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

/** The most columns of points. More channels are chosen by the channel switch. */
const MAX_CHANNELS = 3

export function GiftsPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const [query] = useQueryParams()
  const names = useQuery(staffQuery('attributeNames', {}))
  const channels = useQuery(staffQuery('channelNames', {}))
  const imports = useImports(query.get('import'))
  const channelFilter = query.get('channel')
  const shownChannels = useMemo(
    () =>
      (channels.data?.items ?? [])
        .map(({ id }) => id)
        .filter((id) => id !== SHARED_CHANNEL && (channelFilter === null || channelFilter === id))
        .slice(0, MAX_CHANNELS),
    [channels.data, channelFilter],
  )
  const mayWrite = staff.permissions.includes('catalogue.write')
  const list = useMemo(
    () =>
      giftList({
        t,
        names: names.data,
        shownChannels,
        mayWrite,
        onChange: openBulkChange,
        imports,
      }),
    [t, names.data, shownChannels, mayWrite, imports],
  )
  return (
    <ListPage
      list={list}
      title="gifts"
      links={mayWrite ? LINKS : []}
      actions={
        mayWrite ? (
          <BackofficeLink className={actionButtonClass('main')} to="/backoffice/gifts/new">
            {t('newGift')}
          </BackofficeLink>
        ) : null
      }
    />
  )
}

const LINKS = [{ to: '/backoffice/gifts/bulk-changes', label: 'changes.title' }] as const

/** The choice of the import filter, with the name of its file. null: the list is not filtered by an import. */
function useImports(id: string | null) {
  const { data } = useQuery({ ...staffQuery('importRun', { id: id ?? '' }), enabled: id !== null })
  return useMemo(
    () => (id === null ? null : data ? [{ value: id, name: data.file }] : []),
    [id, data],
  )
}

/** The address contains the selection, so that the page of the change survives a reload. */
function openBulkChange(selection: Selection) {
  const parts: Record<string, string> =
    selection.kind === 'all' ? { ...selection.query, all: 'yes' } : { ids: selection.ids.join(',') }
  navigate(
    `/backoffice/gifts/bulk-changes/new?${withQueryParams(new URLSearchParams(), { ...parts, of: String(selection.count) })}`,
  )
}
