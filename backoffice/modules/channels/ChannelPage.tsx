import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'

import { ChannelStatus } from '#backoffice/modules/channels/ChannelStatus.tsx'
import { LaunchCheck } from '#backoffice/modules/channels/launch/LaunchCheck.tsx'
import { OpenOrClose } from '#backoffice/modules/channels/launch/OpenOrClose.tsx'
import { DeliveryFields } from '#backoffice/modules/channels/settings/DeliveryFields.tsx'
import { DomainFields } from '#backoffice/modules/channels/settings/DomainFields.tsx'
import { GeneralFields } from '#backoffice/modules/channels/settings/GeneralFields.tsx'
import { OrderFields } from '#backoffice/modules/channels/settings/OrderFields.tsx'
import { SectionNav } from '#backoffice/modules/channels/settings/SectionNav.tsx'
import { SettingsBar } from '#backoffice/modules/channels/settings/SettingsBar.tsx'
import { useFieldDraft } from '#backoffice/modules/channels/settings/use-field-draft.ts'
import { useSettingsDraft } from '#backoffice/modules/channels/settings/use-settings-draft.ts'
import { useVatDraft } from '#backoffice/modules/channels/settings/use-vat-draft.ts'
import { VatFields } from '#backoffice/modules/channels/settings/VatFields.tsx'
import { takenHostText } from '#backoffice/modules/channels/taken-host-texts.ts'
import { ThemeFields } from '#backoffice/modules/channels/theme/ThemeFields.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
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
  const parent = { to: '/backoffice/channels', label: t('channels') }
  if (error && !page) {
    return (
      <>
        <PageHead title={t('channel')} parent={parent} />
        <LoadError error={error} again={() => void refetch()} />
      </>
    )
  }
  if (!page) return <PageHead title={t('channel')} parent={parent} />
  return (
    <>
      <PageHead
        title={page.name}
        parent={parent}
        besideTitle={
          <>
            <span className={css.soft}>{page.id}</span> <ChannelStatus state={page.state} />
          </>
        }
        auditSubject={`channel ${page.id}`}
        actions={
          <BackofficeLink
            className={actionButtonClass()}
            to={`/backoffice/channels/${page.id}/simulations`}
          >
            {t('simulation.go')}
          </BackofficeLink>
        }
      />
      <ChannelSettings key={page.id} page={page} staff={staff} />
    </>
  )
}

type Page = StaffResponse<'channelPage'>
type Section = { id: string; name: string; content: ReactNode }

function ChannelSettings({ page, staff }: { page: Page; staff: Staff }) {
  const t = useTranslate()
  const { permissions, id: me } = staff
  const fields = useFieldDraft(`${me}.channel.${page.id}.fields`, page, {
    release: `${page.id} ${page.name}`,
  })
  const settings = useSettingsDraft(page, me)
  const vat = useVatDraft(page, me)
  const drafts = { fields, settings, vat }
  const whole = useRef<HTMLDivElement>(null)
  const sections = useSections(page, staff, drafts)
  const { refusal } = settings.action
  const issue =
    refusal?.field === undefined
      ? null
      : {
          field: refusal.field,
          sentence:
            refusal.refused === 'invalid-input'
              ? t('invalidHere')
              : (takenHostText(t, refusal) ?? settings.action.wrong ?? ''),
        }
  return (
    <>
      <div className={css.body}>
        <SectionNav sections={sections} />
        <div ref={whole} className={css.sections}>
          <FormIssue value={issue}>
            {sections.map(({ id, content }) => (
              <div key={id} id={id} className={css.section}>
                {content}
              </div>
            ))}
          </FormIssue>
          <ChannelHistory id={page.id} permissions={permissions} />
        </div>
      </div>
      {permissions.includes('theme.write') || permissions.includes('channel.write') ? (
        <SettingsBar id={page.id} drafts={drafts} sections={whole} />
      ) : null}
    </>
  )
}

type Drafts = {
  fields: ReturnType<typeof useFieldDraft>
  settings: ReturnType<typeof useSettingsDraft>
  vat: ReturnType<typeof useVatDraft>
}

/** The sections, from the name of the channel to its closing. */
function useSections(page: Page, staff: Staff, { fields, settings, vat }: Drafts): Section[] {
  const t = useTranslate()
  const { permissions } = staff
  const isOwner = permissions.includes('channel.write')
  const mayWriteTheme = permissions.includes('theme.write')
  const common = { fields, settings, readOnly: !isOwner }
  const card = (id: string, name: string, content: ReactNode): Section => ({
    id,
    name,
    content: (
      <Card title={name}>
        <div className={css.fields}>{content}</div>
      </Card>
    ),
  })
  return [
    {
      id: 'check',
      name: t('channel.findings'),
      content: (
        <Card title={t('channel.findings')}>
          <LaunchCheck page={page} permissions={permissions} />
        </Card>
      ),
    },
    card('general', t('channel.general'), <GeneralFields page={page} {...common} />),
    {
      id: 'theme',
      name: t('channel.look'),
      content: (
        <Card title={t('channel.look')}>
          <ThemeFields page={page} staff={staff} draft={fields} mayWrite={mayWriteTheme} />
        </Card>
      ),
    },
    card(
      'delivery',
      t('channel.delivery'),
      <DeliveryFields {...common} mayWriteCountries={mayWriteTheme} />,
    ),
    card('orders', t('channel.orders'), <OrderFields {...common} />),
    card('vat', t('channel.tax'), <VatFields page={page} draft={vat} readOnly={!isOwner} />),
    card('hosts', t('channel.hosts'), <DomainFields settings={settings} readOnly={!isOwner} />),
    ...(isOwner && page.state === 'open'
      ? [card('closing', t('channel.closing'), <OpenOrClose page={page} red={[]} />)]
      : []),
  ]
}

function ChannelHistory({ id, permissions }: { id: string; permissions: readonly string[] }) {
  const t = useTranslate()
  if (!permissions.includes('audit.read') && !permissions.includes('audit.own')) return null
  return (
    <AuditHistory
      title={t('history')}
      asked={{ subject_kind: 'channel', subject_id: id, limit: 20 }}
    />
  )
}
