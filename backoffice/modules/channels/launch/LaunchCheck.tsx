import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { OpenOrClose } from '#backoffice/modules/channels/launch/OpenOrClose.tsx'
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

type Found = StaffResponse<'launchCheck'>['findings'][number]

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
  const red = (data?.findings ?? []).filter(({ level }) => level === 'bad')
  return (
    <div className={css.check}>
      <p>
        {t(
          page.state === 'open'
            ? 'channel.isOpen'
            : page.state === 'closed'
              ? 'channel.isClosed'
              : 'channel.isMaking',
        )}
      </p>
      {error && !data ? <LoadError error={error} onRetry={() => void refetch()} /> : null}
      {data && data.findings.length === 0 ? (
        <Notice kind="good">{t('channel.checkFine')}</Notice>
      ) : null}
      {data && data.findings.length > 0 ? (
        <Findings
          red={red}
          all={data.findings}
          isOpen={page.state === 'open'}
          permissions={permissions}
        />
      ) : null}
      {data && data.asked && red.length > 0 && page.state !== 'open' ? (
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
        <OpenOrClose page={page} red={red} />
      ) : null}
    </div>
  )
}

/** Folded while there are only warnings. In an open channel none of them keeps it closed. */
function Findings({
  red,
  all,
  isOpen,
  permissions,
}: {
  red: readonly Found[]
  all: readonly Found[]
  isOpen: boolean
  permissions: readonly string[]
}) {
  const t = useTranslate()
  const warnings = all.filter(({ level }) => level === 'warn')
  return (
    <details open={red.length > 0 || undefined}>
      <summary>
        <span className={css.counts}>
          {isOpen ? (
            <StatusMark kind="warn">
              {t('channel.improve', { count: red.length + warnings.length })}
            </StatusMark>
          ) : (
            <>
              {red.length > 0 ? (
                <StatusMark kind="bad">{t('channel.bad', { count: red.length })}</StatusMark>
              ) : null}
              {warnings.length > 0 ? (
                <StatusMark kind="warn">{t('channel.warn', { count: warnings.length })}</StatusMark>
              ) : null}
            </>
          )}
        </span>
      </summary>
      <ul className={css.findings}>
        {[...red, ...warnings].map((finding) => (
          <li key={`${finding.kind} ${finding.language ?? ''} ${finding.points ?? ''}`}>
            <FindingRow finding={finding} isOpen={isOpen} permissions={permissions} />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The permission that resolving each kind of issue needs. */
const RESOLVED_BY: Readonly<Record<Found['kind'], Permission>> = {
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
const AT_FIRST = 20

/** Texts are counted by place, and images one by one. */
const listedCount = ({ kind, count, items }: Found) =>
  kind === 'pictures-without-words' ? count : items.length

const findingText = (
  t: Translate,
  { kind, language, points, count }: Found,
  spoken: string,
): string =>
  t(`channel.f.${kind}`, {
    count,
    points: points ?? 0,
    language:
      language === null
        ? ''
        : (new Intl.DisplayNames([spoken], { type: 'language' }).of(language) ?? language),
  })

type FindingRowProps = { finding: Found; isOpen: boolean; permissions: readonly string[] }

function FindingRow({ finding, isOpen, permissions }: FindingRowProps) {
  const t = useTranslate()
  const { language: spoken } = useBackofficeLanguage()
  const [open, setOpen] = useState(false)
  const [all, setAll] = useState(false)
  const { kind, level, items, at } = finding
  const mayResolve = permissions.includes(RESOLVED_BY[kind])
  const who = ROLES.filter((role) => may(role, RESOLVED_BY[kind])).map((role) => t(`role.${role}`))
  const words = findingText(t, finding, spoken)
  return (
    <>
      <div className={css.finding}>
        {isOpen ? null : (
          <span className={css.level}>
            <StatusMark kind={level}>
              {t(level === 'bad' ? 'channel.red' : 'channel.checkOne')}
            </StatusMark>
          </span>
        )}
        <span className={css.words}>{words}</span>
        {items.length > 0 ? (
          <ActionButton
            look="plain"
            little
            aria-expanded={open}
            onClick={() => setOpen((before) => !before)}
          >
            {t('channel.which', { count: listedCount(finding) })}
          </ActionButton>
        ) : null}
        {mayResolve ? (
          <BackofficeLink
            className={actionButtonClass('plain', true)}
            to={at}
            aria-label={`${t('channel.resolve')}: ${words}`}
          >
            {t('channel.resolve')}
          </BackofficeLink>
        ) : (
          <span className={css.who}>{t('channel.resolvedBy', { who: who.join(', ') })}</span>
        )}
      </div>
      {open ? (
        <FindingItems
          finding={finding}
          mayResolve={mayResolve}
          all={all}
          onAll={() => setAll(true)}
        />
      ) : null}
    </>
  )
}

function FindingItems({
  finding,
  mayResolve,
  all,
  onAll,
}: {
  finding: Found
  mayResolve: boolean
  all: boolean
  onAll: () => void
}) {
  const t = useTranslate()
  const { items, at } = finding
  const listed = listedCount(finding)
  return (
    <ul className={css.items}>
      {(all ? items : items.slice(0, AT_FIRST)).map((item) => (
        <li key={item.name}>
          {mayResolve ? <BackofficeLink to={item.at}>{item.name}</BackofficeLink> : item.name}
        </li>
      ))}
      {listed > items.length ? (
        <li>
          {mayResolve ? (
            <BackofficeLink to={at}>
              {t('channel.moreOfThem', { count: listed - items.length })}
            </BackofficeLink>
          ) : (
            t('moreItems', { count: listed - items.length })
          )}
        </li>
      ) : !all && items.length > AT_FIRST ? (
        <li>
          <ActionButton look="plain" little onClick={onAll}>
            {t('channel.moreOfThem', { count: items.length - AT_FIRST })}
          </ActionButton>
        </li>
      ) : null}
    </ul>
  )
}
