import {
  Block,
  Line,
  Paragraph,
  quietStyle,
  TextLink,
} from '#server/modules/mail/layout/mail-blocks.tsx'
import { ActionButton, MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import type { MailDefinition } from '#server/modules/mail/rendering/mail-definition.ts'
import { findReminder } from '#server/modules/mail/delivery/mail.sql.ts'
import { optOutToken } from '#server/platform/crypto/opt-out-token.ts'

/** To a holder whose voucher expires soon. It contains no code, because none is stored. */
export type VoucherReminder = {
  name: string
  senderName: string
  points: number
  until: Date
  /** When the mail with the code was sent; null if the code was in a letter. */
  mailedAt: Date | null
  /** The link that stops reminders. */
  optOutUrl: string
}

export function VoucherReminderMail({
  theme,
  reminder,
}: {
  theme: MailTheme
  reminder: VoucherReminder
}) {
  const { name, senderName, points, until, mailedAt, optOutUrl } = reminder
  const say = (key: Parameters<typeof theme.say<'voucher-reminder'>>[1], values = {}) =>
    theme.say('voucher-reminder', key, values)
  const date = theme.date(new Date(until.getTime() - 1))
  const intro = say('intro', { points: theme.points(points), date })
  return (
    <MailLayout theme={theme} preview={intro} heading={say('heading')}>
      <Paragraph>
        {name === ''
          ? theme.say('voucher-invitation', 'greeting_unknown')
          : theme.say('voucher-invitation', 'greeting', { name })}
      </Paragraph>
      <Paragraph>{intro}</Paragraph>
      {senderName === '' ? null : (
        <Line style={quietStyle}>
          {theme.say('voucher-invitation', 'given_by', { name: senderName })}
        </Line>
      )}
      <Paragraph>
        {mailedAt === null ? say('in_letter') : say('in_mail', { date: theme.date(mailedAt) })}
      </Paragraph>
      <ActionButton theme={theme} to={`${theme.site}/login`} label={say('open')} />
      <Block style={{ paddingTop: 24 }}>
        <Line>{say('lost')}</Line>
      </Block>
      <Block style={{ paddingTop: 24 }}>
        <Line style={quietStyle}>
          <TextLink to={optOutUrl}>{say('stop')}</TextLink>
        </Line>
      </Block>
    </MailLayout>
  )
}

export const voucherReminder: MailDefinition = {
  async content({ shop: { config }, sql, theme, mail }) {
    const found = await findReminder(sql, mail.subjectId)
    if (!found) throw new Error(`mail ${mail.id} has no subject to remind of`)
    const optOutUrl = `${theme.site}/reminders/stop/${optOutToken(config.GIFTPOINT_PEPPER, mail.subjectId)}`
    return {
      subject: theme.say('voucher-reminder', 'subject'),
      body: <VoucherReminderMail theme={theme} reminder={{ ...found, optOutUrl }} />,
      headers: {
        'List-Unsubscribe': `<${optOutUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }
  },
  sample({ theme, now, about: { name, sender } }) {
    const reminder = {
      name,
      senderName: sender,
      points: 20,
      until: new Date(now.getTime() + 14 * 86_400_000),
      mailedAt: new Date(now.getTime() - 30 * 86_400_000),
      optOutUrl: theme.site,
    }
    return {
      subject: theme.say('voucher-reminder', 'subject'),
      body: <VoucherReminderMail theme={theme} reminder={reminder} />,
    }
  },
}
