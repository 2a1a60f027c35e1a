import { STAFF_REFUSAL_MESSAGES } from '#contract/shared/refusal-messages.staff.ts'
import { ROLES } from '#domain/staff/permissions.ts'
import { addStaff } from '#server/modules/staff/accounts/add-staff.ts'
import { isGuessable } from '#server/modules/staff/accounts/password-rule.ts'
import { StartupProblem } from '#server/platform/startup-error.ts'
import { type Command, note, textOption } from '#server/cli/command.ts'

export const staffCommands: Record<string, Command> = {
  'staff add': {
    usage:
      'staff add --email EMAIL --name NAME [--role ROLE] [--channel CHANNEL …]   (password on standard input)',
    about: `Creates a user of the back office. Roles: ${ROLES.join(', ')}. The default is owner. Every other role needs at least one channel.`,
    options: {
      email: { type: 'string' },
      name: { type: 'string' },
      role: { type: 'string' },
      channel: { type: 'string', multiple: true },
    },
    async run({ sql }, { values }) {
      const password = await readStandardInput()
      const person = { email: textOption(values, 'email'), name: textOption(values, 'name') }
      if (await isGuessable(password, person)) {
        throw new StartupProblem(STAFF_REFUSAL_MESSAGES['weak-password'])
      }
      const role = typeof values['role'] === 'string' ? values['role'] : 'owner'
      await addStaff({
        sql,
        ...person,
        role,
        channels: Array.isArray(values['channel']) ? values['channel'].map(String) : [],
        password,
      })
      note(`${person.name} added as ${role}. Sign in at /backoffice with ${person.email}.`)
      return 0
    },
  },
}

async function readStandardInput() {
  process.stdin.setEncoding('utf8')
  let input = ''
  for await (const chunk of process.stdin) input += String(chunk)
  return input.trim()
}
