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

type Line = StaffResponse<'audit'>['items'][number]
const subjectOf = ({ subject_kind: kind, subject_id: id, subject_name: name }: Line) => ({
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
  const line = data?.items[0]
  if (!data) return <PageHead title={t('audit')} parent={parent} />
  if (!line) return <MissingPage parent={parent} />
  const reader = { t, language, zone, now }
  const fields = [...new Set([...Object.keys(line.before ?? {}), ...Object.keys(line.after ?? {})])]
  return (
    <>
      <PageHead title={actionText(t, line.action)} parent={parent} />
      <PageBody width="form">
        <Card title={t('audit.facts')}>
          <FactList
            facts={[
              [t('when'), <DateTime key="at" at={line.at} />],
              [
                t('who'),
                line.staff?.name ??
                  line.employer_user?.name ??
                  t(line.actor === 'command' ? 'byCommand' : 'byShop'),
              ],
              [t('about'), <AuditSubject key="about" {...subjectOf(line)} linked />],
              ...(line.channel
                ? [[t('channel'), <ChannelName key="channel" id={line.channel} />] as const]
                : []),
              ...(line.reason ? [[t('reason'), auditReason(t, line.reason)] as const] : []),
              ...(line.session
                ? [
                    [
                      t('session'),
                      <span key="session" title={line.session}>
                        {line.session.slice(0, 8)}
                      </span>,
                    ] as const,
                  ]
                : []),
            ]}
          />
        </Card>
        {fields.length > 0 ? (
          <Card title={t('audit.values')}>
            <ChangedFields reader={reader} line={line} fields={fields} />
          </Card>
        ) : null}
      </PageBody>
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

/** Personal data is stored apart from the audit entry and can be erased. */
function shown(reader: AuditReader, values: Values, field: string): string {
  const value = values?.[field]
  if (typeof value === 'object' && value !== null && 'changed' in value)
    return reader.t('hiddenPersonalData')
  return auditValue(reader, field, value)
}
