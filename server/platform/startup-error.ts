/** The shop cannot start for a reason that its operator can fix. The message is one sentence with the solution. */
export class StartupProblem extends Error {
  override name = 'StartupProblem'
}

/** A command was given in a way that it cannot be: exit 2, where what fails on the way is exit 1. */
export class WrongUse extends StartupProblem {
  override name = 'WrongUse'
}
