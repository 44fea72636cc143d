/** What the run's set-up started and its tear-down ends. */
export const servers: { stop(): Promise<void> }[] = [];
