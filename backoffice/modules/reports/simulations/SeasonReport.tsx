import type { ReactNode } from 'react'

import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { dayInWords } from '#backoffice/kit/time/day-text.ts'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { WideTable } from '#backoffice/kit/display/WideTable.tsx'
import { mailName, whyTheyLeft } from '#backoffice/modules/reports/simulations/simulation-texts.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { WordKey } from '#backoffice/i18n/dictionary.ts'
import { staffAddress } from '#contract/client.staff.ts'
import type { SimulationReport } from '#contract/reports/simulation-report.ts'

import css from './Simulations.module.css'

type Part = { report: SimulationReport }

/** What came of it, in the order of the questions: did it go well, who ordered, what runs out, what went, what waits. */
export function SeasonReport({ id, report }: Part & { id: string }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const { first_day, last_day, end_day } = report
  return (
    <>
      <Verdict report={report} />
      <p className={css.soft}>
        {t('reh.period', {
          from: dayInWords(language, first_day),
          until: dayInWords(language, last_day),
          end: dayInWords(language, end_day),
        })}
      </p>
      <Sums report={report} />
      <RunsOut report={report} id={id} />
      <div className={css.columns}>
        <Table
          title="reh.mails"
          head={['reh.mail', 'reh.sent', 'reh.refused', 'reh.unsent']}
          rows={report.mails.map(({ template, sent, refused, waiting }) => [
            mailName(t, template),
            sent,
            refused,
            waiting,
          ])}
          note={t('reh.mailsStay')}
        />
        <Table
          title="reh.outside"
          head={['reh.service', 'reh.calls', 'reh.failed']}
          rows={report.outside.map(({ service, calls, failed }) => [
            t(`rehSvc.${service}`),
            calls,
            failed,
          ])}
          note={t('reh.stress', { kills: report.kills, repeated: report.mails_repeated })}
        />
        <Table
          title="reh.why"
          head={['reh.reason', 'reh.times']}
          rows={report.turned_away.map(({ reason, times }) => [whyTheyLeft(t, reason), times])}
        />
      </div>
      <Table
        title="reh.waiting"
        head={['what', 'reh.reason', 'reh.owner', 'reh.cases']}
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

function Verdict({ report }: Part) {
  const t = useTranslate()
  const { orders, mails_twice: twice, findings } = report
  const lost = orders.lost.length
  if (lost + twice + findings.length === 0) return <Notice kind="good">{t('reh.wentHelp')}</Notice>
  return (
    <Notice kind="bad">
      {lost > 0 ? (
        <p>{t('reh.lost', { count: lost, numbers: orders.lost.slice(0, 20).join(', ') })}</p>
      ) : null}
      {twice > 0 ? <p>{t('reh.twice', { count: twice })}</p> : null}
      {findings.length > 0 ? (
        <>
          <p>{t('reh.findings', { count: findings.length })}</p>
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

function Sums({ report: { holders, orders, points, cents } }: Part) {
  const euros = useEuros()
  return (
    <div className={css.columns}>
      <Facts
        title="reh.people"
        facts={[
          ['reh.invited', holders.invited],
          ['reh.came', holders.came],
          ['reh.ordered', holders.ordered],
          ['reh.left', holders.left],
        ]}
      />
      <Facts
        title="reh.orders"
        facts={[
          ['reh.placed', orders.placed],
          ['reh.delivered', orders.delivered],
          ['reh.credited', orders.credited],
          ['reh.waits', orders.waiting],
        ]}
      />
      <Facts
        title="reh.cost"
        facts={[
          ['reh.given', points.given],
          ['reh.spent', points.spent],
          ['reh.back', points.back],
          ['reh.expired', points.expired],
          ['reh.leftPoints', points.left],
          ['reh.paid', euros(cents.paid)],
          ['reh.paidBack', euros(cents.back)],
        ]}
      />
    </div>
  )
}

function Facts({ title, facts }: { title: WordKey; facts: [WordKey, string | number][] }) {
  const t = useTranslate()
  return (
    <section className={css.part}>
      <h2>{t(title)}</h2>
      <dl className={css.facts}>
        {facts.map(([word, value]) => (
          <div key={word}>
            <dt>{t(word)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function RunsOut({ report, id }: Part & { id: string }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const empty = report.gifts
    .filter((gift) => gift.sold_out_on !== null)
    .sort((a, b) => (a.sold_out_on ?? '').localeCompare(b.sold_out_on ?? '') || b.missed - a.missed)
  return (
    <Table
      title="reh.runsOut"
      head={['reh.gift', 'reh.soldOutOn', 'reh.stock', 'reh.sold', 'reh.missed']}
      none={t('reh.nothingRunsOut')}
      rows={empty.map((gift) => [
        [gift.name, gift.variant].filter((part) => part !== '').join(', '),
        gift.sold_out_on === null ? '' : dayInWords(language, gift.sold_out_on),
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
          {t('reh.allGifts')}
        </a>
      </p>
    </Table>
  )
}

type TableProps = {
  title: WordKey
  head: readonly WordKey[]
  rows: (string | number)[][]
  none?: string
  note?: string
  children?: ReactNode
}

/** A few lines that belong together; what has none is left away, unless that is what there is to t. */
function Table({ title, head, rows, none, note, children }: TableProps) {
  const t = useTranslate()
  if (rows.length === 0 && none === undefined) return null
  return (
    <section className={css.part}>
      <h2>{t(title)}</h2>
      {rows.length === 0 ? (
        <p>{none}</p>
      ) : (
        <WideTable label={t(title)} head={head.map((word) => t(word))} className={css.table}>
          {rows.map((cells, at) => (
            <tr key={`${cells[0]} ${at}`}>
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
