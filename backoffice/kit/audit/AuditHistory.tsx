import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { staffQuery, meQuery } from '#backoffice/kit/api/staff-queries.ts'
import { actionText } from '#backoffice/kit/audit/action-texts.ts'
import { AuditSubject } from '#backoffice/kit/audit/AuditSubject.tsx'
import { auditFieldName, auditReason } from '#backoffice/kit/audit/audit-texts.ts'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { contentNodeName } from '#backoffice/i18n/content-node-names.ts'
import { blockName, useTextNames } from '#backoffice/i18n/use-text-names.ts'
import { type Translate, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffInput, StaffResponse } from '#contract/client.staff.ts'
import { allLanguages, languageOf } from '#domain/language.ts'

import css from './AuditHistory.module.css'

type Values = Record<string, unknown> | null
const RELEASED_CHANGE = /^(content|mail|navigation|tile|channel) \d+ /

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Only the first changed names. The page of the audit entry shows the values. */
function changedFieldNames(t: Translate, before: Values, after: Values): string[] {
  const all = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const released = all.filter((name) => RELEASED_CHANGE.test(name))
  const names =
    released.length > 0
      ? released
      : Object.keys(before ?? {})
          .filter((name) => after !== null && name in after && !isSame(before?.[name], after[name]))
          .map((name) => auditFieldName(t, name))
  const [first, second, third, ...more] = [...new Set(names)]
  return [first, second, third, more.length > 0 ? `+${more.length}` : undefined].filter(
    (name) => name !== undefined,
  )
}

/**
 * An item that a release changed, for example 'content 1014 headercomponents nl text greeting', named as on the
 * release page.
 */
function ReleasedChange({ name }: { name: string }) {
  const t = useTranslate()
  const { nameText } = useTextNames()
  const [kind, , ...rest] = name.split(' ')
  if (kind === 'navigation' || kind === 'tile') {
    return `${t(`release.kind.${kind}`)} ${rest.join(' ')}`
  }
  if (kind === 'channel') return auditFieldName(t, rest.join(' '))
  const [path = '', languageCode = '', , key = '', block = ''] = rest
  const language = languageOf(languageCode)
  return [
    contentNodeName(t, path),
    ...(block === '' ? [] : [blockName(nameText, block)]),
    nameText(key, block === '' ? path : block),
    ...(language === undefined ? [] : [t(`in.${language}`)]),
  ].join(' · ')
}

/** The changed fields of an image, and the languages of its changed alt texts. */
function imageChangeTexts(t: Translate, before: Values, after: Values): string[] {
  const textsOf = (values: Values) => (values?.['texts'] ?? {}) as Record<string, unknown>
  if (!before || !after) return []
  return [
    ...(['name', 'focus'] as const)
      .filter((field) => !isSame(before[field], after[field]))
      .map((field) => t(`media.${field}`)),
    ...(isSame(before['decoration'], after['decoration']) ? [] : [t('media.words.decoration')]),
    ...allLanguages
      .filter((language) => !isSame(textsOf(before)[language], textsOf(after)[language]))
      .map((language) => t('media.altIn', { language: t(`in.${language}`) })),
  ]
}

type HistoryQuery = Pick<StaffInput<'audit'>, 'subject_kind' | 'subject_id' | 'staff' | 'limit'>

/** Changes of one subject or by one person, newest first. What was only viewed is in the audit log. */
export function AuditHistory({ title, query }: { title: string; query: HistoryQuery }) {
  const { data: me } = useQuery(meQuery)
  const mayRead = me?.permissions.some(
    (permission) => permission === 'audit.read' || permission === 'audit.own',
  )
  const { data } = useQuery({
    ...staffQuery('audit', { ...query, changes: 'yes' }),
    enabled: mayRead === true,
  })
  // In the history of one person, a changed language is not of interest.
  const items = data?.items.filter(
    ({ action }) => query.staff === undefined || action !== 'language.changed',
  )
  if (!items || items.length === 0) return null
  return (
    <Card title={title}>
      <ol className={css.history}>
        {items.map((entry) => (
          <AuditLine key={entry.id} entry={entry} query={query} />
        ))}
      </ol>
    </Card>
  )
}

/** Their texts already contain what they change. */
const THREAD_ACTIONS: ReadonlySet<string> = new Set(['request.assigned', 'request.answered'])

type Entry = StaffResponse<'audit'>['items'][number]

/** An action with its subject and its user. Left out is what all entries of the history share. */
function AuditLine({ entry, query }: { entry: Entry; query: HistoryQuery }) {
  const t = useTranslate()
  const { id, at, action, reason, channel, before, after, subject_kind, subject_id } = entry
  const assignee = action === 'request.assigned' ? entry.staff : null
  const who = query.staff === undefined && !assignee ? (entry.staff ?? entry.employer_user) : null
  const names =
    query.subject_kind === 'picture'
      ? imageChangeTexts(t, before, after)
      : THREAD_ACTIONS.has(action)
        ? []
        : changedFieldNames(t, before, after)
  return (
    <li>
      <p>
        <BackofficeLink to={`/backoffice/audit/${id}`}>
          {assignee
            ? t('inbox.assignedTo', { name: assignee.name })
            : action === 'request.answered' && after?.['state'] === 'closed'
              ? t('inbox.answeredAndClosed')
              : actionText(t, action)}
        </BackofficeLink>
        {query.subject_kind === undefined && subject_kind !== 'staff' ? (
          <span className={css.soft}>
            {' · '}
            <AuditSubject kind={subject_kind} id={subject_id} name={entry.subject_name} linked />
          </span>
        ) : null}
        {names.map((name) => (
          <span key={name} className={css.soft}>
            {' · '}
            {RELEASED_CHANGE.test(name) ? (
              <Suspense>
                <ReleasedChange name={name} />
              </Suspense>
            ) : (
              name
            )}
          </span>
        ))}
        {who ? <span className={css.soft}> · {who.name}</span> : null}
        {reason ? <q className={css.reason}>{auditReason(t, reason)}</q> : null}
      </p>
      <DateTime at={at} channel={channel} />
    </li>
  )
}
