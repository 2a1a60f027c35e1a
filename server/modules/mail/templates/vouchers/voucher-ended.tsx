import { Block, Line, Paragraph } from '#server/modules/mail/layout/mail-blocks.tsx'
import { MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import type { MailDefinition } from '#server/modules/mail/rendering/mail-definition.ts'
import { findExpiredVoucher } from '#server/modules/mail/delivery/mail.sql.ts'

/** To a holder whose voucher expired with points on it: the points lost, and a contact. */
export function VoucherEnded({
  theme,
  ended: { name, points, until },
}: {
  theme: MailTheme
  ended: { name: string; points: number; until: Date }
}) {
  const date = theme.date(new Date(until.getTime() - 1))
  const intro = theme.say('voucher-ended', 'intro', { points: theme.points(points), date })
  return (
    <MailLayout theme={theme} preview={intro} heading={theme.say('voucher-ended', 'heading')}>
      <Paragraph>
        {name === ''
          ? theme.say('voucher-invitation', 'greeting_unknown')
          : theme.say('voucher-invitation', 'greeting', { name })}
      </Paragraph>
      <Paragraph>{intro}</Paragraph>
      <Block style={{ paddingTop: 16 }}>
        <Line>{theme.say('voucher-ended', 'ask')}</Line>
      </Block>
    </MailLayout>
  )
}

export const voucherEnded: MailDefinition = {
  async content({ sql, theme, mail }) {
    const ended = await findExpiredVoucher(sql, mail.subjectId.slice('ended-'.length))
    if (!ended) throw new Error(`mail ${mail.id} has no expired voucher`)
    return {
      subject: theme.say('voucher-ended', 'subject'),
      body: <VoucherEnded theme={theme} ended={ended} />,
    }
  },
  sample: ({ theme, now, about: { name } }) => ({
    subject: theme.say('voucher-ended', 'subject'),
    body: <VoucherEnded theme={theme} ended={{ name, points: 20, until: now }} />,
  }),
}
