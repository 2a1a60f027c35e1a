import type { MailPort, OutgoingMail } from '#server/platform/services/service-ports.ts'

export type RecordingMailer = MailPort & {
  sent: OutgoingMail[]
  /** Thrown at the next sendings, until it is taken away. */
  trouble: Error | undefined
}

/** Counts every single sending: the sandbox, like a mailbox, would show two of one mail as one. */
export function recordingMailer(): RecordingMailer {
  const mailer: RecordingMailer = {
    sandbox: true,
    sent: [],
    trouble: undefined,
    async send(mail) {
      // As slow as a mail server, so that sends that do not wait for each other become visible.
      await new Promise((done) => setTimeout(done, 20))
      if (mailer.trouble) throw mailer.trouble
      mailer.sent.push(mail)
    },
  }
  return mailer
}
