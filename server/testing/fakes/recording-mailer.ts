import type { MailPort, OutgoingMail } from '#server/platform/services/service-ports.ts'

export type RecordingMailer = MailPort & {
  sent: OutgoingMail[]
  /** Thrown by each send until it is removed. */
  failure: Error | undefined
}

/** Records every send. In the sandbox, as in a mailbox, two sends of one mail look like one. */
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
