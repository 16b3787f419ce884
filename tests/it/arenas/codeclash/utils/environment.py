import os
import subprocess


class Environment:
    """Runs commands in a folder. A path such as /NAME/main.py is one below this folder."""

    def __init__(self, folder):
        self.folder = os.path.abspath(folder)

    def execute(self, command, *, timeout=30):
        command = command.replace("python3 /", "python3 ./")
        done = subprocess.run(
            command, shell=True, cwd=self.folder, capture_output=True, text=True, check=False, timeout=timeout
        )
        return {"returncode": done.returncode, "output": done.stdout + done.stderr}


def assert_zero_exit_code(result, *, logger=None):
    assert result["returncode"] == 0, result["output"]
