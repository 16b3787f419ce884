# The image for codeclash_arbiter.py. In the folder where you start codeclash, it needs the programs of Arbiter in
# `arbiter-bin`, and in `main.py` the bot with which each player starts.
FROM debian:bookworm
RUN apt-get update && apt-get install -y --no-install-recommends git python3 && rm -rf /var/lib/apt/lists/*

# CodeClash runs commands in a login shell, whose PATH has this folder.
COPY arbiter-bin/ /usr/local/bin/
COPY main.py /workspace/main.py

# CodeClash commits in /workspace, and fetches from its origin.
WORKDIR /workspace
RUN git init --quiet --bare /origin.git && git init --quiet --initial-branch main && git remote add origin /origin.git \
 && git add main.py && git -c user.name=Arbiter -c user.email=arbiter@localhost commit --quiet -m "The first bot" \
 && git push --quiet origin main
