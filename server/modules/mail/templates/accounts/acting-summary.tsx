import { localizedDate } from '#domain/content/text-template.ts'
import type { ImpersonationRow } from '#server/modules/mail/templates/accounts/acting-summary.sql.ts'
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
  impersonationDay,
  listImpersonationsOfDay,
} from '#server/modules/mail/templates/accounts/acting-summary.sql.ts'

/** The audit has the other rows. */
const MAX_ROWS = 100

type Summary = { day: string; rows: readonly ImpersonationRow[] }

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
  const totals = say('acting-summary', 'together', {
    spent: points(rows.reduce((sum, { spent }) => sum + spent, 0)),
    given: points(rows.reduce((sum, { given }) => sum + given, 0)),
  })
  const more = rows.length - MAX_ROWS
  return (
    <MailLayout theme={theme} preview={totals} heading={actingSubject(theme, day)}>
      <Paragraph>{say('acting-summary', 'intro', dateOf(theme, day))}</Paragraph>
      {rows.slice(0, MAX_ROWS).map((row, index) => (
        // Rows are never reordered, and one person can have two of them.
        // oxlint-disable-next-line react/no-array-index-key
        <Block key={index} style={{ paddingTop: 16 }}>
          <Line style={strongStyle}>
            {say('acting-summary', 'row', { name: row.colleague, voucher: `···${row.last3}` })}
          </Line>
          {actionTexts(theme, row).map((text) => (
            <Line key={text}>{text}</Line>
          ))}
        </Block>
      ))}
      {more > 0 ? (
        <Line style={quietStyle}>{say('acting-summary', 'more', { count: more })}</Line>
      ) : null}
      <Paragraph>{totals}</Paragraph>
      <ActionButton
        theme={theme}
        to={audit}
        label={say('acting-summary', 'open')}
        spaceAbove={20}
      />
    </MailLayout>
  )
}

function actionTexts(
  { say, points }: MailTheme,
  { orders, spent, given, visited, replaced }: ImpersonationRow,
) {
  const orderText =
    orders.length > 0
      ? [say('acting-summary', 'ordered', { points: points(spent), numbers: orders.join(', ') })]
      : []
  const visitText = orders.length === 0 && visited ? [say('acting-summary', 'visited')] : []
  const pointsText = given > 0 ? [say('acting-summary', 'given', { points: points(given) })] : []
  const codeText = replaced ? [say('acting-summary', 'replaced')] : []
  return [...orderText, ...visitText, ...pointsText, ...codeText]
}

export const actingSummary: MailDefinition = {
  async content({ shop: { config }, sql, theme, mail }) {
    const day = impersonationDay(mail.subjectId)
    const summary = { day, rows: await listImpersonationsOfDay(sql, day) }
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
