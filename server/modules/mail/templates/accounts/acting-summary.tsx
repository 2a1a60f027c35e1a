import { localizedDate } from '#domain/content/text-template.ts'
import type { ActingRow } from '#server/modules/mail/templates/accounts/acting-summary.sql.ts'
import {
  Block,
  Line,
  Paragraph,
  quietStyle,
  strongStyle,
} from '#server/modules/mail/layout/mail-blocks.tsx'
import { ActionButton, MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import type { MailDefinition } from '#server/modules/mail/rendering/mail-definition.ts'
import { publicUrl } from '#server/platform/config/public-url.ts'
import { dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import {
  actingDayOf,
  findActingDay,
} from '#server/modules/mail/templates/accounts/acting-summary.sql.ts'

/** Further rows are in the audit. */
const MOST_ROWS = 100

type Summary = { day: string; rows: readonly ActingRow[] }

const dateOf = (theme: MailTheme, day: string) => ({ date: localizedDate(day, theme.language) })

export const actingSubject = (theme: MailTheme, day: string) =>
  theme.say('acting-summary', 'subject', dateOf(theme, day))

/** To owners: everything that colleagues did for recipients on one day. */
export function ActingSummary({
  theme,
  summary: { day, rows },
  audit,
}: {
  theme: MailTheme
  summary: Summary
  /** The address of the complete list. */
  audit: string
}) {
  const { say, points } = theme
  const sum = (of: (row: ActingRow) => number) => rows.reduce((total, row) => total + of(row), 0)
  const together = say('acting-summary', 'together', {
    spent: points(sum(({ spent }) => spent)),
    given: points(sum(({ given }) => given)),
  })
  const more = rows.length - MOST_ROWS
  return (
    <MailLayout theme={theme} preview={together} heading={actingSubject(theme, day)}>
      <Paragraph>{say('acting-summary', 'intro', dateOf(theme, day))}</Paragraph>
      {rows.slice(0, MOST_ROWS).map((row, place) => (
        // A person may stand here twice, and rows never move.
        // oxlint-disable-next-line react/no-array-index-key
        <Block key={place} style={{ paddingTop: 16 }}>
          <Line style={strongStyle}>
            {say('acting-summary', 'row', { name: row.colleague, voucher: `···${row.last3}` })}
          </Line>
          {wordsOf(theme, row).map((words) => (
            <Line key={words}>{words}</Line>
          ))}
        </Block>
      ))}
      {more > 0 ? (
        <Line style={quietStyle}>{say('acting-summary', 'more', { count: more })}</Line>
      ) : null}
      <Paragraph>{together}</Paragraph>
      <ActionButton
        theme={theme}
        to={audit}
        label={say('acting-summary', 'open')}
        spaceAbove={20}
      />
    </MailLayout>
  )
}

function wordsOf(
  { say, points }: MailTheme,
  { orders, spent, given, visited, replaced }: ActingRow,
) {
  const ordered =
    orders.length > 0
      ? [say('acting-summary', 'ordered', { points: points(spent), numbers: orders.join(', ') })]
      : []
  const visit = orders.length === 0 && visited ? [say('acting-summary', 'visited')] : []
  const gift = given > 0 ? [say('acting-summary', 'given', { points: points(given) })] : []
  const code = replaced ? [say('acting-summary', 'replaced')] : []
  return [...ordered, ...visit, ...gift, ...code]
}

export const actingSummary: MailDefinition = {
  async content({ shop: { config }, sql, theme, mail }) {
    const day = actingDayOf(mail.subjectId)
    const summary = { day, rows: await findActingDay(sql, day) }
    const audit = `${publicUrl(config)}/backoffice/audit`
    return {
      subject: actingSubject(theme, day),
      body: <ActingSummary theme={theme} summary={summary} audit={audit} />,
    }
  },
  sample({ theme, now, about: { name } }) {
    const day = dayAt(now.getTime(), DEFAULT_ZONE)
    const done = { visited: true, orders: [], spent: 0, given: 5, replaced: false }
    const row = { colleague: name, last3: 'x7k', ...done }
    return {
      subject: actingSubject(theme, day),
      body: <ActingSummary theme={theme} summary={{ day, rows: [row] }} audit={theme.site} />,
    }
  },
}
