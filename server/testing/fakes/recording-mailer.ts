import type { MailPort, OutgoingMail } from '#server/platform/services/service-ports.ts'

export type RecordingMailer = MailPort & {
  sent: OutgoingMail[]
  /** Thrown at the next sendings, until it is taken away. */
  failure: Error | undefined
}

/** Counts every single sending: the sandbox, like a mailbox, would show two of one mail as one. */
export function recordingMailer(): RecordingMailer {
  const mailer: RecordingMailer = {
    sandbox: true,
    sent: [],
    failure: undefined,
    async send(mail) {
      // As slow as a mail server, so that sends that do not wait for each other become visible.
      await new Promise((done) => setTimeout(done, 20))
      if (mailer.failure) throw mailer.failure
      mailer.sent.push(mail)
    },
  }
  return mailer
}
