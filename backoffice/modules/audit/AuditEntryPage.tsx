import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { ChannelName } from '#backoffice/kit/display/ChannelName.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { actionText } from '#backoffice/kit/audit/action-texts.ts'
import {
  type AuditReader,
  auditFieldName,
  auditReason,
  auditSubject,
  auditValue,
} from '#backoffice/kit/audit/audit-texts.ts'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import { useTimeZone } from '#backoffice/kit/time/use-time-zone.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './AuditEntryPage.module.css'

type Values = Record<string, unknown> | null

/** One audit entry: the values before and after. */
export function AuditEntryPage({ params: { id = '' } }: StaffPageProps) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const zone = useTimeZone()
  const [now] = useState(() => new Date())
  const { data, error, refetch } = useQuery(staffQuery('audit', { ids: id }))
  const parent = { to: '/backoffice/audit', label: t('audit') }
  if (error && !data) return <LoadError error={error} again={() => void refetch()} />
  const line = data?.items[0]
  if (!line) {
    return (
      <>
        <PageHead title={t('audit')} parent={parent} />
        {data ? <Notice kind="info">{t('notThere')}</Notice> : null}
      </>
    )
  }
  const reader = { t, language, zone, now }
  const fields = [...new Set([...Object.keys(line.before ?? {}), ...Object.keys(line.after ?? {})])]
  return (
    <>
      <PageHead title={actionText(t, line.action)} parent={parent} />
      <div className={css.body}>
        <dl className={css.facts}>
          <Fact label={t('when')}>
            <DateTime at={line.at} />
          </Fact>
          <Fact label={t('who')}>
            {line.staff?.name ??
              line.employer_user?.name ??
              t(line.actor === 'command' ? 'byCommand' : 'byShop')}
          </Fact>
          <Fact label={t('about')}>{auditSubject(t, line.subject_kind, line.subject_id)}</Fact>
          {line.channel ? (
            <Fact label={t('channel')}>
              <ChannelName id={line.channel} />
            </Fact>
          ) : null}
          {line.reason ? <Fact label={t('reason')}>{auditReason(t, line.reason)}</Fact> : null}
          {line.session ? <Fact label={t('session')}>{line.session}</Fact> : null}
        </dl>
        {fields.length > 0 ? <ChangedFields reader={reader} line={line} fields={fields} /> : null}
      </div>
    </>
  )
}

function ChangedFields({
  reader,
  line,
  fields,
}: {
  reader: AuditReader
  line: { before: Values; after: Values }
  fields: readonly string[]
}) {
  const { t } = reader
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">{t('field')}</th>
          <th scope="col">{t('before')}</th>
          <th scope="col">{t('after')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field}>
            <th scope="row">{auditFieldName(t, field)}</th>
            <td>{shown(reader, line.before, field)}</td>
            <td>{shown(reader, line.after, field)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Personal data is stored apart from the audit entry and can be erased. */
function shown(reader: AuditReader, values: Values, field: string): string {
  const value = values?.[field]
  if (typeof value === 'object' && value !== null && 'changed' in value)
    return reader.t('hiddenPersonalData')
  return auditValue(reader, field, value)
}
