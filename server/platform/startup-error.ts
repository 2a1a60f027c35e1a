/** The shop cannot start for a reason that its operator can fix. The message is one sentence with the solution. */
export class StartupProblem extends Error {
  override name = 'StartupProblem'
}

/** A wrong command or option. Exits with code 2; failures exit with code 1. */
export class UsageError extends StartupProblem {
  override name = 'UsageError'
}
