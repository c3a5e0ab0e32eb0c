import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ErrorPanel } from './ErrorPanel';
import type { ErrorLog } from './errorLog';

interface Props {
  /** Another page is another chance. */
  resetKey: string;
  log: ErrorLog;
  children: ReactNode;
}

interface State {
  error: Error | null;
  key: string;
}

/** Keeps an error inside the page it happened on: the frame around it goes on working. */
export class PageBoundary extends Component<Props, State> {
  override state: State = { error: null, key: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  static getDerivedStateFromProps({ resetKey }: Props, { key }: State): Partial<State> | null {
    return resetKey === key ? null : { error: null, key: resetKey };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    this.props.log.add(error, componentStack ?? '');
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return <ErrorPanel error={error} onRetry={() => this.setState({ error: null })} />;
  }
}
