import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { ChannelName } from '#backoffice/kit/display/ChannelName.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { actionText } from '#backoffice/kit/audit/action-texts.ts'
import {
  type AuditReader,
  auditFieldName,
  auditReason,
  auditValue,
} from '#backoffice/kit/audit/audit-texts.ts'
import { AuditSubject } from '#backoffice/kit/audit/AuditSubject.tsx'
import { FactList } from '#backoffice/kit/display/FactList.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { PageBody } from '#backoffice/kit/page/PageBody.tsx'
import { MissingPage } from '#backoffice/kit/page/MissingPage.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import { useTimeZone } from '#backoffice/kit/time/use-time-zone.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './AuditEntryPage.module.css'

type Values = Record<string, unknown> | null

type AuditEntry = StaffResponse<'audit'>['items'][number]
const subjectOf = ({ subject_kind: kind, subject_id: id, subject_name: name }: AuditEntry) => ({
  kind,
  id,
  name,
})

/** One audit entry: the values before and after. */
export function AuditEntryPage({ params: { id = '' } }: StaffPageProps) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const zone = useTimeZone()
  const [now] = useState(() => new Date())
  const { data, error, refetch } = useQuery(staffQuery('audit', { ids: id }))
  const parent = { to: '/backoffice/audit', label: t('audit') }
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  const entry = data?.items[0]
  if (!data) return <PageHead title={t('audit')} parent={parent} />
  if (!entry) return <MissingPage parent={parent} />
  const reader = { t, language, zone, now }
  const fields = Object.keys({ ...entry.before, ...entry.after })
  return (
    <>
      <PageHead title={actionText(t, entry.action)} parent={parent} />
      <PageBody width="form">
        <Card title={t('audit.facts')}>
          <FactList
            facts={[
              [t('when'), <DateTime key="at" at={entry.at} />],
              [
                t('who'),
                entry.staff?.name ??
                  entry.employer_user?.name ??
                  t(entry.actor === 'command' ? 'byCommand' : 'byShop'),
              ],
              [t('about'), <AuditSubject key="about" {...subjectOf(entry)} linked />],
              ...(entry.channel
                ? [[t('channel'), <ChannelName key="channel" id={entry.channel} />] as const]
                : []),
              ...(entry.reason ? [[t('reason'), auditReason(t, entry.reason)] as const] : []),
              ...(entry.session
                ? [
                    [
                      t('session'),
                      <span key="session" title={entry.session}>
                        {entry.session.slice(0, 8)}
                      </span>,
                    ] as const,
                  ]
                : []),
            ]}
          />
        </Card>
        {fields.length > 0 ? (
          <Card title={t('audit.values')}>
            <ChangedFields reader={reader} entry={entry} fields={fields} />
          </Card>
        ) : null}
      </PageBody>
    </>
  )
}

function ChangedFields({
  reader,
  entry,
  fields,
}: {
  reader: AuditReader
  entry: { before: Values; after: Values }
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
            <td>{valueText(reader, entry.before, field)}</td>
            <td>{valueText(reader, entry.after, field)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The value of a field. Personal data is not part of an entry, which contains only that it changed. */
function valueText(reader: AuditReader, values: Values, field: string): string {
  const value = values?.[field]
  if (typeof value === 'object' && value !== null && 'changed' in value)
    return reader.t('hiddenPersonalData')
  return auditValue(reader, field, value)
}
