import { Block, Line, Paragraph } from '#server/modules/mail/layout/mail-blocks.tsx'
import { MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import type { MailDefinition } from '#server/modules/mail/rendering/mail-definition.ts'
import { findEnded } from '#server/modules/mail/delivery/mail.sql.ts'

/** To a holder whose voucher expired with points on it: the points lost, and a contact. */
export function VoucherEnded({
  look,
  ended: { name, points, until },
}: {
  look: MailTheme
  ended: { name: string; points: number; until: Date }
}) {
  const date = look.date(new Date(until.getTime() - 1))
  const intro = look.say('voucher-ended', 'intro', { points: look.points(points), date })
  return (
    <MailLayout look={look} preview={intro} heading={look.say('voucher-ended', 'heading')}>
      <Paragraph>
        {name === ''
          ? look.say('voucher-invitation', 'greeting_unknown')
          : look.say('voucher-invitation', 'greeting', { name })}
      </Paragraph>
      <Paragraph>{intro}</Paragraph>
      <Block style={{ paddingTop: 16 }}>
        <Line>{look.say('voucher-ended', 'ask')}</Line>
      </Block>
    </MailLayout>
  )
}

export const voucherEnded: MailDefinition = {
  async content({ sql, look, mail }) {
    const ended = await findEnded(sql, mail.subjectId.slice('ended-'.length))
    if (!ended) throw new Error(`mail ${mail.id} has no expired voucher`)
    return {
      subject: look.say('voucher-ended', 'subject'),
      body: <VoucherEnded look={look} ended={ended} />,
    }
  },
  sample: ({ look, now, about: { name } }) => ({
    subject: look.say('voucher-ended', 'subject'),
    body: <VoucherEnded look={look} ended={{ name, points: 20, until: now }} />,
  }),
}
