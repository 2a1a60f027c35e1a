import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { OpenChannel } from '#backoffice/modules/channels/launch/OpenChannel.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ActionButton, actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import {
  type Translate,
  useBackofficeLanguage,
  useTranslate,
} from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import { may, type Permission, ROLES } from '#domain/staff/permissions.ts'

import css from './LaunchCheck.module.css'

type LaunchIssue = StaffResponse<'launchCheck'>['findings'][number]

const STATE_TEXTS = {
  making: 'channel.isMaking',
  open: 'channel.isOpen',
  closed: 'channel.isClosed',
} as const

/** Issues that keep a channel closed. Each one links to the page that fixes it. */
export function LaunchCheck({
  page,
  permissions,
}: {
  page: StaffResponse<'channelPage'>
  permissions: readonly string[]
}) {
  const t = useTranslate()
  const { data, error, refetch } = useQuery(staffQuery('launchCheck', { id: page.id }))
  const blocking = (data?.findings ?? []).filter(({ level }) => level === 'bad')
  return (
    <div className={css.check}>
      <p>{t(STATE_TEXTS[page.state])}</p>
      {error && !data ? <LoadError error={error} onRetry={() => void refetch()} /> : null}
      {data && data.findings.length === 0 ? (
        <Notice kind="good">{t('channel.checkFine')}</Notice>
      ) : null}
      {data && data.findings.length > 0 ? (
        <IssueList
          blocking={blocking}
          all={data.findings}
          isOpen={page.state === 'open'}
          permissions={permissions}
        />
      ) : null}
      {data && data.asked && blocking.length > 0 && page.state !== 'open' ? (
        <Notice kind="info">
          <p>
            {t('channel.isAsked', { who: data.asked.by })} <DateTime at={data.asked.at} />{' '}
            <BackofficeLink to={`/backoffice/approvals/${data.asked.approval}`}>
              {t('channel.toApproval')}
            </BackofficeLink>
          </p>
          <q>{data.asked.reason}</q>
        </Notice>
      ) : data && permissions.includes('channel.write') && page.state !== 'open' ? (
        <OpenChannel page={page} blocking={blocking} />
      ) : null}
    </div>
  )
}

/** The issues, folded if there are only warnings. In an open channel all issues count as warnings. */
function IssueList({
  blocking,
  all,
  isOpen,
  permissions,
}: {
  blocking: readonly LaunchIssue[]
  all: readonly LaunchIssue[]
  isOpen: boolean
  permissions: readonly string[]
}) {
  const t = useTranslate()
  const warnings = all.filter(({ level }) => level === 'warn')
  return (
    <details open={blocking.length > 0 || undefined}>
      <summary>
        <span className={css.counts}>
          {isOpen ? (
            <StatusMark kind="warn">
              {t('channel.improve', { count: blocking.length + warnings.length })}
            </StatusMark>
          ) : (
            <>
              {blocking.length > 0 ? (
                <StatusMark kind="bad">{t('channel.bad', { count: blocking.length })}</StatusMark>
              ) : null}
              {warnings.length > 0 ? (
                <StatusMark kind="warn">{t('channel.warn', { count: warnings.length })}</StatusMark>
              ) : null}
            </>
          )}
        </span>
      </summary>
      <ul className={css.issues}>
        {[...blocking, ...warnings].map((issue) => (
          <li key={`${issue.kind} ${issue.language ?? ''} ${issue.points ?? ''}`}>
            <IssueRow issue={issue} isOpen={isOpen} permissions={permissions} />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The permission that resolving each kind of issue needs. */
const RESOLVED_BY: Readonly<Record<LaunchIssue['kind'], Permission>> = {
  'no-hosts': 'channel.write',
  contrast: 'theme.write',
  'texts-missing': 'content.write',
  'texts-fallback': 'content.write',
  'legal-missing': 'content.write',
  'sender-missing': 'content.write',
  'pictures-without-words': 'content.write',
  'no-gifts': 'catalogue.write',
  'none-in-reach': 'catalogue.write',
  'few-in-reach': 'catalogue.write',
  'gifts-without-name': 'catalogue.write',
  'sold-out': 'stock.correct',
  'empty-categories': 'content.write',
  'dead-links': 'content.write',
  'countries-unserved': 'channel.write',
  'vat-undecided': 'channel.write',
  'vat-unchecked': 'finance.write',
}

/** Number of issues before 'Show all'. */
const SHOWN_AT_FIRST = 20

/** The number of items of an issue. Images are counted one by one, all others by their entries. */
const listedCount = ({ kind, count, items }: LaunchIssue) =>
  kind === 'pictures-without-words' ? count : items.length

const issueText = (
  t: Translate,
  { kind, language, points, count }: LaunchIssue,
  userLanguage: string,
): string =>
  t(`channel.f.${kind}`, {
    count,
    points: points ?? 0,
    language:
      language === null
        ? ''
        : (new Intl.DisplayNames([userLanguage], { type: 'language' }).of(language) ?? language),
  })

type IssueRowProps = { issue: LaunchIssue; isOpen: boolean; permissions: readonly string[] }

function IssueRow({ issue, isOpen, permissions }: IssueRowProps) {
  const t = useTranslate()
  const { language: userLanguage } = useBackofficeLanguage()
  const [open, setOpen] = useState(false)
  const [all, setAll] = useState(false)
  const { kind, level, items, at } = issue
  const canResolve = permissions.includes(RESOLVED_BY[kind])
  const roles = ROLES.filter((role) => may(role, RESOLVED_BY[kind])).map((role) =>
    t(`role.${role}`),
  )
  const text = issueText(t, issue, userLanguage)
  return (
    <>
      <div className={css.issue}>
        {isOpen ? null : (
          <span className={css.level}>
            <StatusMark kind={level}>
              {t(level === 'bad' ? 'channel.red' : 'channel.checkOne')}
            </StatusMark>
          </span>
        )}
        <span className={css.text}>{text}</span>
        {items.length > 0 ? (
          <ActionButton
            variant="plain"
            small
            aria-expanded={open}
            onClick={() => setOpen((before) => !before)}
          >
            {t('channel.which', { count: listedCount(issue) })}
          </ActionButton>
        ) : null}
        {canResolve ? (
          <BackofficeLink
            className={actionButtonClass('plain', true)}
            to={at}
            aria-label={`${t('channel.resolve')}: ${text}`}
          >
            {t('channel.resolve')}
          </BackofficeLink>
        ) : (
          <span className={css.who}>{t('channel.resolvedBy', { who: roles.join(', ') })}</span>
        )}
      </div>
      {open ? (
        <IssueItems issue={issue} canResolve={canResolve} all={all} onAll={() => setAll(true)} />
      ) : null}
    </>
  )
}

function IssueItems({
  issue,
  canResolve,
  all,
  onAll,
}: {
  issue: LaunchIssue
  canResolve: boolean
  all: boolean
  onAll: () => void
}) {
  const t = useTranslate()
  const { items, at } = issue
  const listed = listedCount(issue)
  return (
    <ul className={css.items}>
      {(all ? items : items.slice(0, SHOWN_AT_FIRST)).map((item) => (
        <li key={item.name}>
          {canResolve ? <BackofficeLink to={item.at}>{item.name}</BackofficeLink> : item.name}
        </li>
      ))}
      {listed > items.length ? (
        <li>
          {canResolve ? (
            <BackofficeLink to={at}>
              {t('channel.moreOfThem', { count: listed - items.length })}
            </BackofficeLink>
          ) : (
            t('moreItems', { count: listed - items.length })
          )}
        </li>
      ) : !all && items.length > SHOWN_AT_FIRST ? (
        <li>
          <ActionButton variant="plain" small onClick={onAll}>
            {t('channel.moreOfThem', { count: items.length - SHOWN_AT_FIRST })}
          </ActionButton>
        </li>
      ) : null}
    </ul>
  )
}
