import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'

import { useChannels } from '#backoffice/kit/display/ChannelName.tsx'
import { BackofficeLink, useQueryParams } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { simulationList } from '#backoffice/modules/reports/simulations/simulation-list.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

export function SimulationsPage({ staff, params: { id = '' } }: StaffPageProps) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const { nameOf } = useChannels()
  const list = useMemo(() => simulationList(t, language, id), [t, language, id])
  return (
    <ListPage
      list={list}
      title="simulation.title"
      parent={{ to: `/backoffice/channels/${id}`, label: nameOf(id) }}
      actions={
        staff.permissions.includes('channel.simulate') ? (
          <BackofficeLink
            className={actionButtonClass('main')}
            to={`/backoffice/channels/${id}/simulations/new`}
          >
            {t('simulation.new')}
          </BackofficeLink>
        ) : null
      }
    />
  )
}

/** The simulations of the selected channel, or of the first. */
export function ChannelSimulationsPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const [query, change] = useQueryParams()
  const { data } = useQuery(staffQuery('channelNames', {}))
  const selected = query.get('channel')
  const first = data?.items.find(({ id }) => id !== SHARED_CHANNEL)?.id
  useEffect(() => {
    if (selected === null && first !== undefined) change({ channel: first }, { replace: true })
  }, [selected, first, change])
  if (selected === null) return <PageHead title={t('simulation.title')} />
  return <SimulationsPage staff={staff} params={{ id: selected }} />
}
