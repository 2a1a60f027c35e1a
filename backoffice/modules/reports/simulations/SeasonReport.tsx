import type { ReactNode } from 'react'

import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { formatDay } from '#backoffice/kit/time/day-text.ts'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { WideTable } from '#backoffice/kit/tables/WideTable.tsx'
import { mailName } from '#backoffice/kit/domain-texts/mail-texts.ts'
import { leaveReasonText } from '#backoffice/modules/reports/simulations/simulation-texts.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import { staffAddress } from '#contract/client.staff.ts'
import type { SimulationReport } from '#contract/reports/simulation-report.ts'

import css from './Simulations.module.css'

type ReportProps = { report: SimulationReport }

/** The result, in the order of the questions: success, orderers, shortages, sold gifts, open work. */
export function SeasonReport({ id, report }: ReportProps & { id: string }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const { first_day, last_day, end_day } = report
  return (
    <>
      <Outcome report={report} />
      <p className={css.soft}>
        {t('simulation.period', {
          from: formatDay(language, first_day),
          until: formatDay(language, last_day),
          end: formatDay(language, end_day),
        })}
      </p>
      <Totals report={report} />
      <SoldOutGifts report={report} id={id} />
      <div className={css.columns}>
        <ReportTable
          title="simulation.mails"
          head={['simulation.mail', 'simulation.sent', 'simulation.refused', 'simulation.unsent']}
          rows={report.mails.map(({ template, sent, refused, waiting }) => [
            mailName(t, template),
            sent,
            refused,
            waiting,
          ])}
          note={t('simulation.mailsStay')}
        />
        <ReportTable
          title="simulation.outside"
          head={['simulation.service', 'simulation.calls', 'simulation.failed']}
          rows={report.outside.map(({ service, calls, failed }) => [
            t(`simulationService.${service}`),
            calls,
            failed,
          ])}
          note={`${t('simulation.stress', { count: report.kills })} ${t('simulation.repeated', { count: report.mails_repeated })}`}
        />
        <ReportTable
          title="simulation.why"
          head={['simulation.reason', 'simulation.times']}
          rows={report.turned_away.map(({ reason, times }) => [leaveReasonText(t, reason), times])}
        />
      </div>
      <ReportTable
        title="simulation.waiting"
        head={['what', 'simulation.reason', 'simulation.owner', 'simulation.cases']}
        rows={report.waiting.map(({ kind, reason, owner, cases }) => [
          t(`task.of.${kind}`),
          reason,
          owner ?? '–',
          cases,
        ])}
      />
    </>
  )
}

function Outcome({ report }: ReportProps) {
  const t = useTranslate()
  const { orders, mails_twice: twice, findings } = report
  const lost = orders.lost.length
  if (lost + twice + findings.length === 0)
    return <Notice kind="good">{t('simulation.wentHelp')}</Notice>
  return (
    <Notice kind="bad">
      {lost > 0 ? (
        <p>{t('simulation.lost', { count: lost, numbers: orders.lost.slice(0, 20).join(', ') })}</p>
      ) : null}
      {twice > 0 ? <p>{t('simulation.twice', { count: twice })}</p> : null}
      {findings.length > 0 ? (
        <>
          <p>{t('simulation.findings', { count: findings.length })}</p>
          <ul>
            {findings.slice(0, 20).map(({ code, subject, message }) => (
              <li key={`${code} ${subject}`}>
                {code} {subject}: {message}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Notice>
  )
}

function Totals({ report: { holders, orders, points, cents } }: ReportProps) {
  const euros = useEuros()
  return (
    <div className={css.columns}>
      <Facts
        title="simulation.people"
        facts={[
          ['simulation.invited', holders.invited],
          ['simulation.came', holders.came],
          ['simulation.ordered', holders.ordered],
          ['simulation.left', holders.left],
        ]}
      />
      <Facts
        title="simulation.orders"
        facts={[
          ['simulation.placed', orders.placed],
          ['simulation.delivered', orders.delivered],
          ['simulation.credited', orders.credited],
          ['simulation.waits', orders.waiting],
        ]}
      />
      <Facts
        title="simulation.cost"
        facts={[
          ['simulation.given', points.given],
          ['simulation.spent', points.spent],
          ['simulation.back', points.back],
          ['simulation.expired', points.expired],
          ['simulation.leftPoints', points.left],
          ['simulation.paid', euros(cents.paid)],
          ['simulation.paidBack', euros(cents.back)],
        ]}
      />
    </div>
  )
}

function Facts({ title, facts }: { title: MessageKey; facts: [MessageKey, string | number][] }) {
  const t = useTranslate()
  return (
    <section className={css.part}>
      <h2>{t(title)}</h2>
      <dl className={css.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function SoldOutGifts({ report, id }: ReportProps & { id: string }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  // First those that sold out first, then those that were missed most.
  const soldOutGifts = report.gifts
    .filter((gift) => gift.sold_out_on !== null)
    .sort((a, b) => (a.sold_out_on ?? '').localeCompare(b.sold_out_on ?? '') || b.missed - a.missed)
  return (
    <ReportTable
      title="simulation.runsOut"
      head={[
        'simulation.gift',
        'simulation.soldOutOn',
        'simulation.stock',
        'simulation.sold',
        'simulation.missed',
      ]}
      none={t('simulation.nothingRunsOut')}
      rows={soldOutGifts.map((gift) => [
        [gift.name, gift.variant].filter((part) => part !== '').join(', '),
        gift.sold_out_on === null ? '' : formatDay(language, gift.sold_out_on),
        gift.stock ?? '–',
        gift.sold,
        gift.missed,
      ])}
    >
      <p>
        <a
          className={actionButtonClass()}
          href={staffAddress('simulation', { id, as: 'csv' })}
          download
        >
          <BackofficeIcon name="download" />
          {t('simulation.allGifts')}
        </a>
      </p>
    </ReportTable>
  )
}

type TableProps = {
  title: MessageKey
  head: readonly MessageKey[]
  rows: (string | number)[][]
  none?: string
  note?: string
  children?: ReactNode
}

/** A titled table. An empty table is hidden, unless `none` explains why it is empty. */
function ReportTable({ title, head, rows, none, note, children }: TableProps) {
  const t = useTranslate()
  if (rows.length === 0 && none === undefined) return null
  return (
    <section className={css.part}>
      <h2>{t(title)}</h2>
      {rows.length === 0 ? (
        <p>{none}</p>
      ) : (
        <WideTable label={t(title)} head={head.map((label) => t(label))} className={css.table}>
          {rows.map((cells, index) => (
            <tr key={`${cells[0]} ${index}`}>
              {cells.map((cell, column) => (
                <td key={head[column]} data-number={typeof cell === 'number' || undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </WideTable>
      )}
      {note ? <p className={css.soft}>{note}</p> : null}
      {children}
    </section>
  )
}
