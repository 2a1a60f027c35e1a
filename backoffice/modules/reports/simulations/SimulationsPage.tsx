import { useMemo } from 'react'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { simulationList } from '#backoffice/modules/reports/simulations/simulation-list.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'

export function SimulationsPage({ staff, params: { id = '' } }: StaffPageProps) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const list = useMemo(() => simulationList(t, language, id), [t, language, id])
  return (
    <ListPage
      list={list}
      title="simulation.title"
      up={{ to: `/backoffice/channels/${id}`, word: `${t('channel')} ${id}` }}
      acts={
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
