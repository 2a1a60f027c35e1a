import {
  type MailPort,
  type OutgoingMail,
  ServiceDown,
  ServiceRefused,
} from '#server/platform/services/service-ports.ts'

export type SmtpSettings = {
  url: string
  dkim?: { domainName: string; keySelector: string; privateKey: string }
  timeoutMs?: number
  /** The address for bounces; by default the sender. */
  bounceAddress?: string | undefined
}

export function smtpMailer({
  url,
  dkim,
  timeoutMs = 30_000,
  bounceAddress,
}: SmtpSettings): MailPort & { close(): void } {
  let opened: ReturnType<typeof openTransport> | undefined
  const transport = () => (opened ??= openTransport({ url, dkim, timeoutMs }))

  return {
    sandbox: false,

    async send(mail) {
      // The socket timeout starts again with each byte, so a slow server could block a mail for ever.
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        await (await transport()).sendMail({ ...message(mail, bounceAddress), signal })
      } catch (error) {
        throw serviceError(error)
      }
    },

    close() {
      void opened?.then(
        (transport) => transport.close(),
        () => {},
      )
    },
  }
}

/** The package is imported for the first mail. */
async function openTransport({ url, dkim, timeoutMs }: SmtpSettings) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // The queue retries and knows for how long. Retries here would hide a failure from it.
    maxRequeues: 1,
    // A mail contains only its own text, never files or addresses that the text might name.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim ? { dkim } : {}),
  })
}

function message(mail: OutgoingMail, bounceAddress: string | undefined) {
  const { id, from, to, replyTo, subject, html, text, language, headers, attachments } = mail
  const returnTo = bounceAddress ?? mail.returnTo
  return {
    messageId: `<${id}@${domainOf(from)}>`,
    from,
    to,
    ...(returnTo === undefined ? {} : { envelope: { from: returnTo, to } }),
    // Bounces contain headers only, where servers support it, so that no voucher code is returned.
    dsn: { id, return: 'headers' as const, notify: ['failure' as const] },
    ...(replyTo === null ? {} : { replyTo }),
    subject,
    html,
    text,
    ...(attachments
      ? {
          attachments: attachments.map(({ name, type, content }) => ({
            filename: name,
            contentType: type,
            content,
          })),
        }
      : {}),
    // Prevents automatic absence replies.
    headers: { 'Content-Language': language, 'Auto-Submitted': 'auto-generated', ...headers },
  }
}

function domainOf(from: string) {
  return /@([^\s<>@]+?)>?\s*$/.exec(from)?.[1] ?? 'localhost'
}

/** Only a permanent refusal of the recipient means that the address is wrong. All other errors may be temporary. */
function serviceError(error: unknown) {
  const { command = '', responseCode = 0, code = '', response = '' } = error as SmtpProblem
  const isRecipientRefused = command === 'RCPT TO' && responseCode >= 500
  const isInvalidAddress = command === 'API' && code === 'EENVELOPE'
  if (isRecipientRefused || isInvalidAddress) {
    return new ServiceRefused(
      'mail',
      'address-refused',
      `The address was refused (${responseCode})`,
      null,
      response.slice(0, MAX_RESPONSE_LENGTH),
    )
  }
  const details = [code, command, responseCode || ''].filter(Boolean).join(' ')
  return new ServiceDown('mail', `The email was not accepted: ${details}`, null, { cause: error })
}

/** Some servers return a page of text. */
const MAX_RESPONSE_LENGTH = 300

type SmtpProblem = { command?: string; responseCode?: number; code?: string; response?: string }
