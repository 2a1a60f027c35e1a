import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'

import { ChannelStatus } from '#backoffice/modules/channels/ChannelStatus.tsx'
import { LaunchCheck } from '#backoffice/modules/channels/launch/LaunchCheck.tsx'
import { DeliveryFields } from '#backoffice/modules/channels/settings/DeliveryFields.tsx'
import { DomainFields } from '#backoffice/modules/channels/settings/DomainFields.tsx'
import { GeneralFields } from '#backoffice/modules/channels/settings/GeneralFields.tsx'
import { OrderFields } from '#backoffice/modules/channels/settings/OrderFields.tsx'
import {
  type ChannelSection,
  SECTION_NAMES,
  sectionOfAddress,
} from '#backoffice/modules/channels/settings/channel-sections.ts'
import type { ChannelDrafts } from '#backoffice/modules/channels/settings/invalid-input.ts'
import { SectionNav } from '#backoffice/modules/channels/settings/SectionNav.tsx'
import { changedFieldsOf, SettingsBar } from '#backoffice/modules/channels/settings/SettingsBar.tsx'
import { useFieldDraft } from '#backoffice/modules/channels/settings/use-field-draft.ts'
import { useInputIssue } from '#backoffice/modules/channels/settings/use-input-issue.ts'
import { useSettingsDraft } from '#backoffice/modules/channels/settings/use-settings-draft.ts'
import { useVatDraft } from '#backoffice/modules/channels/settings/use-vat-draft.ts'
import { VatFields } from '#backoffice/modules/channels/settings/VatFields.tsx'
import { ThemeFields } from '#backoffice/modules/channels/theme/ThemeFields.tsx'
import { BackofficeLink, useLocation } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ReasonedAction } from '#backoffice/kit/dialogs/ReasonedAction.tsx'
import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { FormIssue } from '#backoffice/kit/form/form-issue.ts'
import { AuditHistory } from '#backoffice/kit/audit/AuditHistory.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

import css from './settings/Settings.module.css'

export function ChannelPage({ staff, params: { id = '' } }: StaffPageProps) {
  const t = useTranslate()
  const { data: page, error, refetch } = useQuery(staffQuery('channelPage', { id }))
  const section = sectionOfAddress(useLocation().pathname)
  const parent = { to: '/backoffice/channels', label: t('channels') }
  if (error && !page) {
    return (
      <>
        <PageHead title={t('channel')} parent={parent} />
        <LoadError error={error} onRetry={() => void refetch()} />
      </>
    )
  }
  if (!page) return <PageHead title={t('channel')} parent={parent} />
  return (
    <>
      <PageHead
        title={page.name}
        part={section && t(SECTION_NAMES[section])}
        parent={parent}
        besideTitle={
          <>
            <span className={css.soft}>{page.id}</span> <ChannelStatus state={page.state} />
          </>
        }
        auditSubject={`channel ${page.id}`}
        actions={
          <>
            {staff.permissions.includes('channel.write') && page.state === 'open' ? (
              <CloseChannel page={page} />
            ) : null}
            <BackofficeLink
              className={actionButtonClass()}
              to={`/backoffice/channels/${page.id}/simulations`}
            >
              {t('simulation.go')}
            </BackofficeLink>
          </>
        }
      />
      <ChannelSettings key={page.id} page={page} staff={staff} />
    </>
  )
}

type Page = StaffResponse<'channelPage'>

function CloseChannel({ page: { id, version } }: { page: Page }) {
  const t = useTranslate()
  const { run, busy, failure } = useAction('closeChannel', { done: () => t('channel.closed') })
  return (
    <ReasonedAction
      label="channel.closeIt"
      variant="quiet"
      help={t('channel.closeHelp')}
      busy={busy}
      failure={failure}
      run={(reason) => run({ id, version, reason })}
    />
  )
}

function ChannelSettings({ page, staff }: { page: Page; staff: Staff }) {
  const { permissions, id: me } = staff
  const section = sectionOfAddress(useLocation().pathname)
  const releaseName = `${page.id} ${page.name}`
  const fields = useFieldDraft(`${me}.channel.${page.id}.fields`, page, releaseName)
  const settings = useSettingsDraft(page, me)
  const vat = useVatDraft(page, me)
  const drafts = { fields, settings, vat }
  const controls = useRef<HTMLDivElement>(null)
  const { issue, check } = useInputIssue(page.id, drafts)
  return (
    <>
      <div className={css.body}>
        <SectionNav channel={page.id} current={section} changed={changedFieldsOf(drafts)} />
        <div ref={controls} className={css.sections}>
          <FormIssue value={issue}>
            {section === undefined ? (
              <ChannelOverview page={page} permissions={permissions} />
            ) : (
              <SectionFields section={section} page={page} staff={staff} drafts={drafts} />
            )}
          </FormIssue>
        </div>
      </div>
      {permissions.includes('theme.write') || permissions.includes('channel.write') ? (
        <SettingsBar id={page.id} drafts={drafts} sections={controls} check={check} />
      ) : null}
    </>
  )
}

/** The launch check of the channel and its history. */
function ChannelOverview({ page, permissions }: { page: Page; permissions: readonly string[] }) {
  const t = useTranslate()
  return (
    <>
      <div id="check">
        <Card title={t(page.state === 'open' ? 'channel.improvements' : 'channel.findings')}>
          <LaunchCheck page={page} permissions={permissions} />
        </Card>
      </div>
      {permissions.includes('audit.read') || permissions.includes('audit.own') ? (
        <AuditHistory
          title={t('history')}
          query={{ subject_kind: 'channel', subject_id: page.id, limit: 20 }}
        />
      ) : null}
    </>
  )
}

function SectionFields({
  section,
  page,
  staff,
  drafts: { fields, settings, vat },
}: {
  section: ChannelSection
  page: Page
  staff: Staff
  drafts: ChannelDrafts
}) {
  const t = useTranslate()
  const { permissions } = staff
  const readOnly = !permissions.includes('channel.write')
  const mayWriteTheme = permissions.includes('theme.write')
  const common = { fields, settings, readOnly }
  const contents: Record<ChannelSection, ReactNode> = {
    general: <GeneralFields page={page} {...common} />,
    theme: <ThemeFields page={page} staff={staff} draft={fields} mayWrite={mayWriteTheme} />,
    delivery: <DeliveryFields {...common} mayWriteCountries={mayWriteTheme} />,
    orders: <OrderFields {...common} />,
    vat: <VatFields page={page} draft={vat} readOnly={readOnly} />,
    domains: <DomainFields settings={settings} readOnly={readOnly} />,
  }
  return (
    <div id={section}>
      <Card title={t(SECTION_NAMES[section])}>
        {/* The theme needs the full width, because the shop is beside its fields. */}
        <div className={section === 'theme' ? undefined : css.fields}>{contents[section]}</div>
      </Card>
    </div>
  )
}
