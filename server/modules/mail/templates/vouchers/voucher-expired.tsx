import { Block, Line, Paragraph } from '#server/modules/mail/layout/mail-blocks.tsx'
import { MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailLook } from '#server/modules/mail/layout/mail-theme.ts'

/** To a holder whose voucher expired with points on it: the points lost, and a contact. */
export function VoucherEnded({
  look,
  ended: { name, points, until },
}: {
  look: MailLook
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
