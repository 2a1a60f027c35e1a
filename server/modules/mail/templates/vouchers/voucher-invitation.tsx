import type { CSSProperties } from 'react'

import {
  Block,
  Line,
  nameStyle,
  Paragraph,
  quietStyle,
} from '#server/modules/mail/layout/mail-blocks.tsx'
import { ActionButton, MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailTheme } from '#server/modules/mail/layout/mail-theme.ts'

/** The values of an invitation mail, with the only copy of the code. */
export type VoucherInvitation = {
  name: string
  points: number
  /** The voucher is valid before this moment; null without an expiry. */
  until: Date | null
  senderName: string
  /** The sender's message; '' for none. */
  words: string
  code: string
  link: string
  contact: string
}

const quoteStyle: CSSProperties = { borderLeft: '3px solid #d9e2dd', paddingLeft: 16 }
const codeStyle: CSSProperties = {
  ...nameStyle,
  fontSize: 26,
  lineHeight: '36px',
  letterSpacing: 2,
}

export function VoucherInvitationMail({
  theme,
  invitation,
}: {
  theme: MailTheme
  invitation: VoucherInvitation
}) {
  const say = invitationTexts(theme)
  const { name, points, until, senderName, words, code, link, contact } = invitation
  const intro = say('intro', { points: theme.points(points) })
  return (
    <MailLayout theme={theme} preview={intro} heading={say('heading')}>
      <Paragraph>{name === '' ? say('greeting_unknown') : say('greeting', { name })}</Paragraph>
      <Paragraph>{intro}</Paragraph>
      <SenderMessage theme={theme} message={words} senderName={senderName} />
      <ActionButton theme={theme} to={link} label={say('open')} />
      <Block style={{ paddingTop: 24 }}>
        <Line>{say('by_hand', { site: theme.site.replace(/^https?:\/\//, '') })}</Line>
        <Line style={codeStyle}>{inGroups(code)}</Line>
        {until === null ? null : (
          <Line>{say('until', { date: theme.date(lastMoment(until)) })}</Line>
        )}
      </Block>
      <Block style={{ paddingTop: 24 }}>
        <Line style={quietStyle}>{say('keep')}</Line>
        <Line style={quietStyle}>{say('newest')}</Line>
        {contact === '' ? null : <Line style={quietStyle}>{say('help', { contact })}</Line>}
      </Block>
    </MailLayout>
  )
}

const invitationTexts =
  (theme: MailTheme) =>
  (key: Parameters<typeof theme.say<'voucher-invitation'>>[1], values = {}) =>
    theme.say('voucher-invitation', key, values)

function SenderMessage({
  theme,
  message,
  senderName,
}: {
  theme: MailTheme
  message: string
  senderName: string
}) {
  if (message === '' && senderName === '') return null
  return (
    <Block style={{ paddingTop: 16 }}>
      <Block style={quoteStyle}>
        {message
          .split(/\n+/)
          .filter((line) => line !== '')
          .map((line, index) => (
            // Lines are never reordered, and two of them may be the same.
            // oxlint-disable-next-line react/no-array-index-key
            <Line key={index}>{line}</Line>
          ))}
        {senderName === '' ? null : (
          <Line style={quietStyle}>{invitationTexts(theme)('given_by', { name: senderName })}</Line>
        )}
      </Block>
    </Block>
  )
}

/** Groups of three characters are easier to read and type. */
const inGroups = (code: string) => code.match(/.{1,3}/g)?.join(' ') ?? code

/** The last moment of the last valid day. */
const lastMoment = (until: Date) => new Date(until.getTime() - 1)

export const invitationSubject = (theme: MailTheme, senderName: string) =>
  senderName === ''
    ? theme.say('voucher-invitation', 'subject')
    : theme.say('voucher-invitation', 'subject_from', { name: senderName })
