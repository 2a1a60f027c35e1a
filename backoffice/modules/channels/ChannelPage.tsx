import { useQuery } from '@tanstack/react-query'

import { ChannelState } from '#backoffice/modules/channels/ChannelStatus.tsx'
import { LaunchCheck } from '#backoffice/modules/channels/launch/LaunchCheck.tsx'
import { RulesForm } from '#backoffice/modules/channels/RulesForm.tsx'
import { SettingsForm } from '#backoffice/modules/channels/SettingsForm.tsx'
import { ThemeForm } from '#backoffice/modules/channels/theme/ThemeForm.tsx'
import { VatForm } from '#backoffice/modules/channels/VatForm.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { History } from '#backoffice/kit/audit/AuditHistory.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { LoadFailure } from '#backoffice/kit/page/LoadError.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './ChannelPage.module.css'

export function ChannelPage({ staff, params: { id = '' } }: StaffPageProps) {
  const t = useTranslate()
  const { data: page, error, refetch } = useQuery(staffQuery('channelPage', { id }))
  const up = { to: '/backoffice/channels', word: t('channels') }
  if (error && !page) {
    return (
      <>
        <PageHead title={t('channel')} up={up} />
        <LoadFailure error={error} again={() => void refetch()} />
      </>
    )
  }
  if (!page) return <PageHead title={t('channel')} up={up} />
  const { permissions } = staff
  const mayWrite = permissions.includes('channel.write')
  return (
    <>
      <PageHead
        title={page.name}
        up={up}
        beside={
          <>
            <span className={css.soft}>{page.id}</span> <ChannelState state={page.state} />
          </>
        }
        subject={`channel ${page.id}`}
        acts={
          <BackofficeLink
            className={actionButtonClass()}
            to={`/backoffice/channels/${page.id}/simulations`}
          >
            {t('simulation.go')}
          </BackofficeLink>
        }
      />
      <div className={css.body} key={page.id}>
        <LaunchCheck page={page} permissions={permissions} />
        <ThemeForm
          page={page}
          me={staff.id}
          mayWrite={permissions.includes('theme.write')}
          seesLibrary={permissions.includes('content.read')}
        />
        <div className={css.columns}>
          <RulesForm page={page} me={staff.id} permissions={permissions} />
          <div className={css.stack}>
            <SettingsForm page={page} me={staff.id} mayWrite={mayWrite} />
            <VatForm page={page} me={staff.id} mayWrite={mayWrite} />
          </div>
        </div>
        <ChannelHistory id={page.id} permissions={permissions} />
      </div>
    </>
  )
}

function ChannelHistory({ id, permissions }: { id: string; permissions: readonly string[] }) {
  const t = useTranslate()
  if (!permissions.includes('audit.read') && !permissions.includes('audit.own')) return null
  return (
    <History title={t('history')} asked={{ subject_kind: 'channel', subject_id: id, limit: 20 }} />
  )
}
